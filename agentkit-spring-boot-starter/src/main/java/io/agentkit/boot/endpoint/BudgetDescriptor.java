package io.agentkit.boot.endpoint;

import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.BudgetStatus;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * How one key of a budget stands.
 *
 * @param name the budget
 * @param scope for whom it is kept apart
 * @param key for whom this is; absent while nobody used the budget
 * @param enforcement how strictly it is kept
 * @param window the present window; absent without windows
 * @param limit what may be used
 * @param spent used, by requests that ended
 * @param reserved held for requests that are under way
 * @param remaining what is left; absent parts are not limited
 * @param exceeded whether nothing is left
 * @param refusals requests refused in this window
 * @param history windows that are over, the latest first; absent in lists of keys
 */
public record BudgetDescriptor(
        String name,
        String scope,
        @Nullable String key,
        String enforcement,
        @Nullable WindowDescriptor window,
        LimitDescriptor limit,
        LimitDescriptor spent,
        LimitDescriptor reserved,
        LimitDescriptor remaining,
        boolean exceeded,
        long refusals,
        @Nullable List<PastDescriptor> history)
        implements OperationResponseBody {

    static BudgetDescriptor of(BudgetStatus status, BudgetSpec spec) {
        return new BudgetDescriptor(
                status.name(),
                status.scope(),
                status.key(),
                spec.enforcement().name().toLowerCase(Locale.ROOT),
                WindowDescriptor.of(status.windowStart(), status.windowEnd()),
                LimitDescriptor.of(status.limit()),
                LimitDescriptor.of(status.spent()),
                LimitDescriptor.of(status.reserved()),
                LimitDescriptor.of(status.remaining()),
                status.exceeded(),
                status.refusals(),
                null);
    }

    BudgetDescriptor withKey(@Nullable String other) {
        return new BudgetDescriptor(
                name,
                scope,
                other,
                enforcement,
                window,
                limit,
                spent,
                reserved,
                remaining,
                exceeded,
                refusals,
                history);
    }

    BudgetDescriptor withHistory(List<BudgetStatus> past) {
        return new BudgetDescriptor(
                name,
                scope,
                key,
                enforcement,
                window,
                limit,
                spent,
                reserved,
                remaining,
                exceeded,
                refusals,
                past.stream().map(PastDescriptor::of).toList());
    }

    /**
     * A stretch of time.
     *
     * @param start first moment
     * @param end when the next one starts; absent where the window moves with time
     */
    public record WindowDescriptor(Instant start, @Nullable Instant end) {

        static @Nullable WindowDescriptor of(@Nullable Instant start, @Nullable Instant end) {
            return start == null ? null : new WindowDescriptor(start, end);
        }
    }

    /**
     * A window that is over.
     *
     * @param window which one
     * @param spent used in it
     * @param exceeded whether nothing was left, by the limits as they are now
     * @param refusals requests refused in it
     */
    public record PastDescriptor(
            @Nullable WindowDescriptor window, LimitDescriptor spent, boolean exceeded, long refusals) {

        static PastDescriptor of(BudgetStatus status) {
            return new PastDescriptor(
                    WindowDescriptor.of(status.windowStart(), status.windowEnd()),
                    LimitDescriptor.of(status.spent()),
                    status.exceeded(),
                    status.refusals());
        }
    }
}
