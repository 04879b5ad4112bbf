package io.agentkit.usage;

import io.agentkit.usage.UsageProblem.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes an answer apart into its events: server-sent events by the rules of their standard, or JSON objects one after another, whether one
 * body, a line each, or the elements of an array. Which of the two it is, the first character tells. Not thread-safe.
 */
final class EventStream {

    private static final String DONE = "[DONE]";

    private static final int LONGEST_FIELD = 16;

    private static final int LONGEST_NAME = 64;

    private enum Mode {
        UNKNOWN,
        JSON,
        EVENTS
    }

    private final AnswerState state;
    private Mode mode = Mode.UNKNOWN;
    private int mark;
    private @Nullable EventReader json;

    private final StringBuilder field = new StringBuilder();
    private boolean inValue;
    private boolean valueBegun;
    private boolean afterReturn;
    private final StringBuilder name = new StringBuilder();
    private final StringBuilder head = new StringBuilder();
    private boolean data;
    private @Nullable Map<String, Object> pending;
    private int events;

    EventStream(AnswerState state) {
        this.state = state;
    }

    /** Reads the piece, whose bytes it may change. */
    void read(byte[] piece) {
        int from = 0;
        while (from < piece.length && mode == Mode.UNKNOWN) {
            begin(piece[from]);
            from += mode == Mode.UNKNOWN ? 1 : 0;
        }
        if (mode == Mode.JSON) {
            body().read(piece, from, piece.length);
        } else if (mode == Mode.EVENTS) {
            lines(piece, from);
        }
    }

    private void begin(byte next) {
        boolean blank = next == ' ' || next == '\n' || next == '\r' || next == '\t' || isMark(next);
        if (!blank) {
            mode = next == '{' || next == '[' ? Mode.JSON : Mode.EVENTS;
        }
    }

    /** A byte order mark may come first. */
    private boolean isMark(byte next) {
        return mark < 3 && next == (byte) (0xEF_BB_BF >> (16 - 8 * mark++));
    }

    private EventReader body() {
        EventReader reader = json;
        if (reader == null) {
            reader = new EventReader(mode == Mode.JSON ? event -> state.add(event, null) : event -> pending = event);
            json = reader;
        }
        return reader;
    }

    /** Runs of a value are handed on as they are; everything else goes byte by byte. */
    private void lines(byte[] piece, int from) {
        int run = -1;
        for (int i = from; i < piece.length; i++) {
            byte next = piece[i];
            boolean end = next == '\n' || next == '\r';
            if (run >= 0 && end) {
                body().read(piece, run, i);
                run = -1;
            }
            if (end) {
                if (next == '\r' || !afterReturn) {
                    line();
                }
                afterReturn = next == '\r';
                continue;
            }
            afterReturn = false;
            if (run < 0 && inValue && value(next)) {
                run = i;
            } else if (!inValue) {
                name(next);
            }
        }
        if (run >= 0) {
            body().read(piece, run, piece.length);
        }
    }

    private void name(byte next) {
        if (next == ':') {
            inValue = true;
            if (isData() && data) {
                feed(head + "\n");
                head.setLength(0);
            }
            data |= isData();
        } else if (field.length() < LONGEST_FIELD) {
            field.append((char) next);
        }
    }

    private boolean isData() {
        return "data".contentEquals(field);
    }

    /** One byte of a value. Whether it, and what follows it on the line, goes to the reader as it is. */
    private boolean value(byte next) {
        boolean first = !valueBegun;
        valueBegun = true;
        if (first && next == ' ') {
            return false;
        }
        if (!isData()) {
            if ("event".contentEquals(field) && name.length() < LONGEST_NAME) {
                name.append((char) next);
            }
            return false;
        }
        if (json != null) {
            return true;
        }
        // The mark for the end is no JSON.
        head.append((char) next);
        if (!DONE.startsWith(head.toString())) {
            String begun = head.toString();
            head.setLength(0);
            feed(begun);
        }
        return false;
    }

    private void feed(String begun) {
        byte[] bytes = begun.getBytes(StandardCharsets.ISO_8859_1);
        body().read(bytes, 0, bytes.length);
    }

    private void line() {
        boolean blank = field.isEmpty() && !inValue;
        if (!blank && isData() && !inValue) {
            data = true;
        }
        field.setLength(0);
        inValue = false;
        valueBegun = false;
        if (blank) {
            dispatch();
        }
    }

    private void dispatch() {
        if (DONE.contentEquals(head)) {
            state.ended();
            events++;
        } else if (head.length() > 0) {
            String begun = head.toString();
            head.setLength(0);
            feed(begun);
        }
        close();
        head.setLength(0);
        name.setLength(0);
        data = false;
    }

    private void close() {
        EventReader reader = json;
        Map<String, Object> event = pending;
        json = null;
        pending = null;
        if (reader == null) {
            return;
        }
        events++;
        Kind wrong = reader.end();
        if (wrong == null && reader.roots() == 1 && event != null) {
            state.add(event, name.isEmpty() ? null : name.toString());
        } else {
            state.note(UsageProblem.of(wrong == null ? Kind.NOT_JSON : wrong));
        }
    }

    /** Ends the answer. Returns whether it broke off. */
    boolean end() {
        if (mode == Mode.EVENTS) {
            // A last event without the empty line after it was not sent whole, by the standard; providers do leave the
            // line out.
            if (!field.isEmpty() || inValue) {
                line();
            }
            dispatch();
            if (events == 0) {
                state.note(UsageProblem.of(Kind.NOT_JSON));
            }
            return !state.isFinished();
        }
        EventReader reader = json;
        int objects = 0;
        Kind wrong = null;
        if (reader != null) {
            wrong = reader.end();
            objects = reader.roots();
            json = null;
        }
        if (wrong != null || objects == 0) {
            state.note(UsageProblem.of(wrong == null ? Kind.NOT_JSON : wrong));
        }
        return wrong != null || (objects != 1 && !state.isFinished());
    }
}
