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
 * @param parent the budget that it is a part of; absent when it is none
 * @param enforcement how strictly it is kept
 * @param onExceeded what happens to a request that does not fit
 * @param window the present window; absent without windows
 * @param limit what may be used
 * @param spent used, by requests that ended
 * @param reserved held for requests that are under way
 * @param remaining what is left; absent parts are not limited
 * @param exceeded whether nothing is left
 * @param thresholds percents of a limit at which an event tells that so much is used, ascending
 * @param reached those of them that what was spent has reached, by the limits as they are now
 * @param refusals requests refused in this window
 * @param history windows that are over, the latest first; absent in lists of keys
 */
public record BudgetDescriptor(
        String name,
        String scope,
        @Nullable String key,
        @Nullable String parent,
        String enforcement,
        String onExceeded,
        @Nullable WindowDescriptor window,
        LimitDescriptor limit,
        LimitDescriptor spent,
        LimitDescriptor reserved,
        LimitDescriptor remaining,
        boolean exceeded,
        List<Integer> thresholds,
        List<Integer> reached,
        long refusals,
        @Nullable List<PastDescriptor> history)
        implements OperationResponseBody {

    static BudgetDescriptor of(BudgetStatus status, BudgetSpec spec) {
        return of(status, spec, status.key(), null);
    }

    /** @param past windows that are over; null or empty for none to show */
    static BudgetDescriptor of(
            BudgetStatus status, BudgetSpec spec, @Nullable String key, @Nullable List<BudgetStatus> past) {
        return new BudgetDescriptor(
                status.name(),
                status.scope(),
                key,
                spec.parent(),
                word(spec.enforcement()),
                word(spec.onExceeded()),
                WindowDescriptor.of(status.windowStart(), status.windowEnd()),
                LimitDescriptor.of(status.limit()),
                LimitDescriptor.of(status.spent()),
                LimitDescriptor.of(status.reserved()),
                LimitDescriptor.of(status.remaining()),
                status.exceeded(),
                spec.thresholds(),
                status.reached(),
                status.refusals(),
                past == null || past.isEmpty()
                        ? null
                        : past.stream().map(PastDescriptor::of).toList());
    }

    /** As it is written in a configuration. */
    static String word(Enum<?> setting) {
        return setting.name().toLowerCase(Locale.ROOT);
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
     * @param reached thresholds that were reached, likewise
     * @param refusals requests refused in it
     */
    public record PastDescriptor(
            @Nullable WindowDescriptor window,
            LimitDescriptor spent,
            boolean exceeded,
            List<Integer> reached,
            long refusals) {

        static PastDescriptor of(BudgetStatus status) {
            return new PastDescriptor(
                    WindowDescriptor.of(status.windowStart(), status.windowEnd()),
                    LimitDescriptor.of(status.spent()),
                    status.exceeded(),
                    status.reached(),
                    status.refusals());
        }
    }
}
