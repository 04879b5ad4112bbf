package io.agentkit.boot.endpoint;

import io.agentkit.CallKind;
import io.agentkit.ErrorSummary;
import io.agentkit.resilience.BreakerStatus;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How one circuit breaker stands.
 *
 * @param kind {@code chat} or {@code tool}
 * @param chain name of the chain
 * @param target the model, after its provider where that is known, or the tool
 * @param state {@code closed}, {@code half-open} or {@code open}
 * @param failures how many failures there were in a row
 * @param remaining how long requests are refused yet; absent when one may pass
 * @param lastFailure what the last failure was; absent without one
 */
public record BreakerDescriptor(
        String kind,
        String chain,
        String target,
        String state,
        int failures,
        @Nullable Duration remaining,
        @Nullable String lastFailure) {

    static BreakerDescriptor of(BreakerStatus status) {
        return new BreakerDescriptor(
                status.kind() == CallKind.CHAT ? "chat" : "tool",
                status.chain(),
                status.target(),
                status.state().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                status.failures(),
                status.remaining(),
                status.lastFailure() == null ? null : ErrorSummary.of(status.lastFailure()));
    }
}
