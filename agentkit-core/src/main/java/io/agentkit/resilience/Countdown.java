package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Request;
import io.agentkit.time.Time;
import io.agentkit.tool.ToolRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of the inner part under time limits: cancels it when one passes, and tells that from other cancellations. Thread-safe. */
final class Countdown implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(Countdown.class);

    /** What is let go of ends sooner. */
    static final Duration GRACE = Duration.ofSeconds(1);

    private record Passed(TimeLimit limit, Duration duration) {}

    private final Call<?> call;
    private final Cancellation inner;
    private @Nullable Duration total;
    private Time.@Nullable Timer timer;
    private volatile @Nullable Passed passed;
    private volatile boolean over;

    /** Guarded by this object's lock. */
    private Time.@Nullable Timer grace;

    Countdown(Call<?> call) {
        this.call = call;
        this.inner = call.cancellation().child();
    }

    /** What ends with the call, or at a limit. */
    Cancellation inner() {
        return inner;
    }

    void start(Duration limit) {
        total = limit;
        timer = call.time().watch(limit, this);
    }

    @Override
    public void run() {
        Duration limit = total;
        if (limit != null) {
            pass(TimeLimit.TOTAL, limit);
        }
    }

    /** Cancels what stands inside. The first limit that passes counts. */
    void pass(TimeLimit limit, Duration duration) {
        synchronized (this) {
            if (over || passed != null) {
                return;
            }
            passed = new Passed(limit, duration);
        }
        inner.cancel(Cancellation.Reason.TIMEOUT);
        synchronized (this) {
            if (!over) {
                grace = call.time().schedule(GRACE, this::tellIgnored);
            }
        }
    }

    private void tellIgnored() {
        Passed known = passed;
        if (over || known == null) {
            return;
        }
        String target = target(call.request());
        log.warn(
                "{} in chain '{}' goes on after its time limit ('{}' is {}): it pays no attention to interrupts, so its caller"
                        + " waits until it ends by itself",
                target == null ? "A call" : "'" + target + "'",
                call.chain(),
                known.limit().setting(),
                known.duration());
        if (call.isListening()) {
            call.emit(new TimeLimitIgnored(
                    call.id(), call.kind(), call.chain(), target, known.limit(), known.duration()));
        }
    }

    /** What to throw in place of the cancellation that one of these limits was; null when the failure is another one. */
    @Nullable
    CallTimeoutException timeout(Exception failure) {
        Passed known = passed;
        boolean ours = known != null
                && failure instanceof CancelledException cancelled
                && cancelled.reason() == Cancellation.Reason.TIMEOUT
                && !call.cancellation().isCancelled();
        if (known == null || !ours) {
            return null;
        }
        String target = target(call.request());
        if (call.isListening()) {
            call.emit(
                    new TimeLimitPassed(call.id(), call.kind(), call.chain(), target, known.limit(), known.duration()));
        }
        return new CallTimeoutException(call.chain(), target, known.limit(), known.duration(), failure);
    }

    private static @Nullable String target(Request request) {
        if (request instanceof ChatRequest chat) {
            return chat.model();
        }
        return request instanceof ToolRequest tool ? tool.name() : null;
    }

    /** What stands inside has ended. */
    void stop() {
        if (timer != null) {
            timer.cancel();
        }
        over = true;
        inner.detach();
        if (passed != null) {
            stopGrace();
        }
    }

    private synchronized void stopGrace() {
        if (grace != null) {
            grace.cancel();
        }
    }
}
