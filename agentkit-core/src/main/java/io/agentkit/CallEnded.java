package io.agentkit;

import io.agentkit.chat.CacheStatus;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A call is over: its answer or its failure is on the way to the caller.
 *
 * @param callId the call
 * @param chain name of the chain
 * @param kind what the chain is around
 * @param target the model that gave the answer, else the one asked for, or the tool; null when nobody said
 * @param attempts how many times the inner part was tried, the first included
 * @param requests physical requests, those that were refused before they were sent included
 * @param duration from the application's call to its end
 * @param firstText until a streaming consumer was shown the first text; null when it was shown none
 * @param cacheStatus whether the answer is new
 * @param failure why it failed; null when it succeeded
 */
public record CallEnded(
        String callId,
        String chain,
        CallKind kind,
        @Nullable String target,
        int attempts,
        int requests,
        Duration duration,
        @Nullable Duration firstText,
        CacheStatus cacheStatus,
        @Nullable Failure failure)
        implements Event {

    static CallEnded of(
            Call<?> call, @Nullable String target, CacheStatus cacheStatus, long nanos, @Nullable Failure failure) {
        CallMeta meta = call.meta();
        Long firstText = meta.firstText();
        return new CallEnded(
                call.id(),
                call.chain(),
                call.kind(),
                target,
                meta.attempts(),
                meta.requests(),
                Duration.ofNanos(nanos),
                firstText == null ? null : Duration.ofNanos(firstText - meta.started()),
                cacheStatus,
                failure);
    }

    @Override
    public String name() {
        return "call.ended";
    }

    @Override
    public boolean isRoutine() {
        return true;
    }
}
