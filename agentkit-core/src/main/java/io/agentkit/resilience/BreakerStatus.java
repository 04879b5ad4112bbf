package io.agentkit.resilience;

import io.agentkit.CallKind;
import io.agentkit.Failure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one circuit breaker stands at the moment. Immutable.
 *
 * @param kind what its chain is around
 * @param chain name of the chain
 * @param target the model, after its provider where that is known ({@code openai/gpt-5-mini}), or the tool; {@code (default)} when the
 *     endpoint decides
 * @param state whether requests pass
 * @param failures how many failures there were in a row
 * @param remaining how long requests are refused yet; null when one may pass
 * @param lastFailure the last failure that counted; null when there was none, or since it is closed again
 */
public record BreakerStatus(
        CallKind kind,
        String chain,
        String target,
        BreakerState state,
        int failures,
        @Nullable Duration remaining,
        @Nullable Failure lastFailure) {}
