package io.agentkit.boot.endpoint;

import io.agentkit.spend.BudgetStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * How one key of a budget stands.
 *
 * @param name the budget
 * @param scope for whom it is kept apart
 * @param key for whom this is; absent while nobody used the budget
 * @param window the present window; absent without windows
 * @param limit what may be used
 * @param spent used, by requests that ended
 * @param reserved held for requests that are under way
 * @param remaining what is left; absent parts are not limited
 * @param exceeded whether nothing is left
 * @param refusals requests refused in this window
 */
public record BudgetDescriptor(
        String name,
        String scope,
        @Nullable String key,
        @Nullable WindowDescriptor window,
        LimitDescriptor limit,
        LimitDescriptor spent,
        LimitDescriptor reserved,
        LimitDescriptor remaining,
        boolean exceeded,
        long refusals)
        implements OperationResponseBody {

    static BudgetDescriptor of(BudgetStatus status) {
        Instant start = status.windowStart();
        Instant end = status.windowEnd();
        return new BudgetDescriptor(
                status.name(),
                status.scope(),
                status.key(),
                start == null || end == null ? null : new WindowDescriptor(start, end),
                LimitDescriptor.of(status.limit()),
                LimitDescriptor.of(status.spent()),
                LimitDescriptor.of(status.reserved()),
                LimitDescriptor.of(status.remaining()),
                status.exceeded(),
                status.refusals());
    }

    BudgetDescriptor withKey(@Nullable String other) {
        return new BudgetDescriptor(name, scope, other, window, limit, spent, reserved, remaining, exceeded, refusals);
    }

    /**
     * A stretch of time.
     *
     * @param start when it began
     * @param end when the next one begins
     */
    public record WindowDescriptor(Instant start, Instant end) {}
}
