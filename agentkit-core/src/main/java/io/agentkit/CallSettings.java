package io.agentkit;

import org.jspecify.annotations.Nullable;

/**
 * How one call is to be made. Immutable.
 *
 * @param run the run it belongs to; null for the current one, or for one of its own
 * @param cancellation says when nobody waits for it any more
 * @param consumer whom to stream to; null for a caller that waits for the whole reply
 * @param streamMode what may happen once a part was shown
 */
public record CallSettings(
        @Nullable Run run,
        Cancellation cancellation,
        @Nullable StreamConsumer consumer,
        StreamMode streamMode) {

    /** In the current run, not to be cancelled, not streamed. */
    public static final CallSettings DEFAULTS = new CallSettings(null, Cancellation.NEVER, null, StreamMode.COMMIT);

    public CallSettings withRun(@Nullable Run value) {
        return new CallSettings(value, cancellation, consumer, streamMode);
    }

    public CallSettings withCancellation(Cancellation value) {
        return new CallSettings(run, value, consumer, streamMode);
    }

    public CallSettings streamingTo(StreamConsumer value, StreamMode mode) {
        return new CallSettings(run, cancellation, value, mode);
    }
}
