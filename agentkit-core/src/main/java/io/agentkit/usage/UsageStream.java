package io.agentkit.usage;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads one answer while it arrives. What is held does not grow with the answer. Not thread-safe: an answer has one reader.
 */
public final class UsageStream {

    private final AnswerState state;
    private final EventStream stream;
    private @Nullable UsageReading reading;
    private boolean events;

    UsageStream(@Nullable String provider) {
        state = new AnswerState(provider);
        stream = new EventStream(state);
    }

    /** The next bytes of a body or a stream, cut anywhere; they stay as they are. */
    public UsageStream add(byte[] bytes) {
        return add(bytes, 0, bytes.length);
    }

    /** The next bytes of a body or a stream, cut anywhere; they stay as they are. */
    public UsageStream add(byte[] bytes, int offset, int length) {
        ensureOpen();
        byte[] own = new byte[length];
        System.arraycopy(bytes, offset, own, 0, length);
        stream.read(own);
        return this;
    }

    /** The next bytes of a body or a stream, cut anywhere; the buffer is read to its limit. */
    public UsageStream add(ByteBuffer bytes) {
        ensureOpen();
        byte[] own = new byte[bytes.remaining()];
        bytes.get(own);
        stream.read(own);
        return this;
    }

    /**
     * One event that a client has already taken out of its frame: the data of a server-sent event, a line of JSON, or the JSON of a Bedrock
     * stream's event. Not to be mixed with bytes.
     */
    public UsageStream event(String json) {
        ensureOpen();
        if (json.strip().equals("[DONE]")) {
            state.ended();
            return this;
        }
        EventReader reader = new EventReader(fields -> state.add(fields, null));
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        reader.read(bytes, 0, bytes.length);
        UsageProblem.Kind wrong = reader.end();
        if (wrong != null) {
            state.note(UsageProblem.of(wrong));
        }
        events = true;
        return this;
    }

    /** What has been read so far, as if the answer broke off here. */
    public UsageReading soFar() {
        UsageReading read = reading;
        return read == null ? state.reading(!state.isFinished()) : read;
    }

    /** What the whole answer says. Nothing more can be added. */
    public UsageReading end() {
        UsageReading read = reading;
        if (read == null) {
            boolean cut = events ? !state.isFinished() : stream.end();
            read = state.reading(cut);
            reading = read;
        }
        return read;
    }

    private void ensureOpen() {
        if (reading != null) {
            throw new IllegalStateException("The answer was ended");
        }
    }
}
