package io.agentkit;

import org.jspecify.annotations.Nullable;

/**
 * How one call is to be made. Immutable.
 *
 * @param run the run it belongs to; null for the current one, or for one of its own
 * @param cancellation says when nobody waits for it any more
 * @param consumer whom to stream to; null for a caller that waits for the whole reply
 * @param streamMode what may happen once a part was shown
 * @param surroundings what a bridge wants to find again at the chain's end, such as a reactive context; null for nothing
 * @param output what the caller wants to have the answer as; null for the answer as it is
 */
public record CallSettings(
        @Nullable Run run,
        Cancellation cancellation,
        @Nullable StreamConsumer consumer,
        StreamMode streamMode,
        @Nullable Object surroundings,
        @Nullable WantedOutput<?> output) {

    /** In the current run, not to be cancelled, not streamed. */
    public static final CallSettings DEFAULTS =
            new CallSettings(null, Cancellation.NEVER, null, StreamMode.COMMIT, null, null);

    public CallSettings withRun(@Nullable Run value) {
        return new CallSettings(value, cancellation, consumer, streamMode, surroundings, output);
    }

    public CallSettings withCancellation(Cancellation value) {
        return new CallSettings(run, value, consumer, streamMode, surroundings, output);
    }

    public CallSettings streamingTo(StreamConsumer value, StreamMode mode) {
        return new CallSettings(run, cancellation, value, mode, surroundings, output);
    }

    /** For bridges: see {@link Call#surroundings()}. */
    public CallSettings within(@Nullable Object value) {
        return new CallSettings(run, cancellation, consumer, streamMode, value, output);
    }

    /** For an answer that is to be a value: see {@link Call#output()}. */
    public CallSettings wanting(@Nullable WantedOutput<?> value) {
        return new CallSettings(run, cancellation, consumer, streamMode, surroundings, value);
    }
}
