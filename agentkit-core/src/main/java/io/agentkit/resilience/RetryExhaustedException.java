package io.agentkit.resilience;

import io.agentkit.AgentKitException;
import io.agentkit.Failure;
import io.agentkit.Run;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Rides, suppressed, on the provider's own exception when {@code retry} gave up: how many attempts were made, over all layers that repeat
 * the call, and why no other followed. Never thrown itself.
 */
public final class RetryExhaustedException extends AgentKitException {

    private static final long serialVersionUID = 1L;

    /** Causes further in belong to somebody else. */
    private static final int DEEPEST = 16;

    private final int attempts;
    private final transient @Nullable Run run;

    /** Clients may throw one instance for ever, and with it what was counted before. */
    private final AtomicBoolean counted = new AtomicBoolean();

    /** @param run that of the call that was given up */
    RetryExhaustedException(Failure failure, int attempts, String why, Run run) {
        super(failure, "Gave up after %s%s".formatted(attempts == 1 ? "1 attempt" : attempts + " attempts", why), null);
        this.attempts = attempts;
        this.run = run;
    }

    /** How many were made. */
    public int attempts() {
        return attempts;
    }

    /** Attempts that an agent inside this run made before it gave up with this error; 0 when none did, or when they were counted before. */
    static int attemptsInside(Run around, Throwable error) {
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            for (Throwable kept : cause.getSuppressed()) {
                if (kept instanceof RetryExhaustedException gaveUp
                        && gaveUp.isInside(around)
                        && gaveUp.counted.compareAndSet(false, true)) {
                    return gaveUp.attempts;
                }
            }
            cause = cause.getCause();
        }
        return 0;
    }

    private boolean isInside(Run around) {
        Run outer = run == null ? null : run.parent();
        while (outer != null && outer != around) {
            outer = outer.parent();
        }
        return outer != null;
    }

    /** Layers around each other count the same attempts, and say it once. */
    boolean saysTheSame(Throwable other) {
        return other instanceof RetryExhaustedException
                && String.valueOf(getMessage()).equals(other.getMessage());
    }
}
