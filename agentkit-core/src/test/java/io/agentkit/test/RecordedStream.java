package io.agentkit.test;

import io.agentkit.StreamConsumer;
import io.agentkit.chat.Delta;
import java.util.ArrayList;
import java.util.List;

/**
 * A consumer that keeps what it is shown: pieces of text as they are, a restart as {@code "<restarted>"}. Thread-safe.
 */
public final class RecordedStream implements StreamConsumer {

    /** What stands for a restart in {@link #shown()}. */
    public static final String RESTARTED = "<restarted>";

    private final List<String> shown = new ArrayList<>();
    private final List<Delta> deltas = new ArrayList<>();

    @Override
    public synchronized void delta(Delta delta) {
        deltas.add(delta);
        if (!delta.text().isEmpty()) {
            shown.add(delta.text());
        }
    }

    @Override
    public synchronized void restarted(Throwable cause) {
        shown.add(RESTARTED);
    }

    /** Pieces of text and restarts, in order. */
    public synchronized List<String> shown() {
        return List.copyOf(shown);
    }

    /** What a reader has on the screen: the text after the last restart. */
    public synchronized String text() {
        StringBuilder text = new StringBuilder();
        for (String piece : shown) {
            if (RESTARTED.equals(piece)) {
                text.setLength(0);
            } else {
                text.append(piece);
            }
        }
        return text.toString();
    }

    public synchronized List<Delta> deltas() {
        return List.copyOf(deltas);
    }
}
