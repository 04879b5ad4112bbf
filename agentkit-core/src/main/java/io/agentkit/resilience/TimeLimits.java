package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.chat.Request;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Runs the inner part of a chain under time limits, on the caller's own thread. Immutable.
 *
 * @param total see {@link TimeLimit#TOTAL}; null for none
 * @param attempt see {@link TimeLimit#ATTEMPT}; null for none
 * @param firstToken see {@link TimeLimit#FIRST_TOKEN}; null for none
 * @param idle see {@link TimeLimit#IDLE}; null for none
 */
record TimeLimits(
        @Nullable Duration total,
        @Nullable Duration attempt,
        @Nullable Duration firstToken,
        @Nullable Duration idle) {

    static final TimeLimits NONE = new TimeLimits(null, null, null, null);

    static TimeLimits ofTotal(Duration total) {
        return new TimeLimits(total, null, null, null);
    }

    static TimeLimits ofAttempt(Duration attempt) {
        return new TimeLimits(null, attempt, null, null);
    }

    <Q extends Request, R> R call(Call<Q> call, Next<Q, R> next) {
        boolean watchesRequests = attempt != null || (call.isStreaming() && (firstToken != null || idle != null));
        if (total == null && !watchesRequests) {
            return next.call(call);
        }
        Countdown countdown = new Countdown(call);
        Call<Q> limited = call.withCancellation(countdown.inner());
        RequestClock clock = null;
        if (watchesRequests) {
            clock = new RequestClock(this, countdown, call.time());
            limited = limited.withHook(clock);
        }
        if (total != null) {
            countdown.start(total);
        }
        try {
            return next.call(limited);
        } catch (Exception failure) {
            CallTimeoutException timeout = countdown.timeout(failure);
            if (timeout != null) {
                throw timeout;
            }
            throw failure;
        } finally {
            countdown.stop();
            if (clock != null) {
                clock.stop();
            }
        }
    }
}
