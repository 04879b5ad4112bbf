package io.agentkit.resilience;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.Failure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Nothing was sent, since the circuit of the model or tool is open. The cause is the failure that it failed with last;
 * {@code failure().retryAfter()} is how long requests are refused yet. Worth another target.
 */
public final class CircuitOpenException extends AgentKitException {

    private static final long serialVersionUID = 1L;

    private final String target;

    private final transient @Nullable Breaker breaker;

    CircuitOpenException(Breaker breaker, Duration remaining, @Nullable Throwable lastError) {
        super(
                Failure.of(ErrorKind.CIRCUIT_OPEN).withRetryAfter(remaining),
                "The circuit of '%s' is open: it failed %d times in a row, and nothing is sent for another %s"
                        .formatted(breaker.target(), breaker.spec().failures(), remaining),
                lastError);
        this.target = breaker.target();
        this.breaker = breaker;
    }

    /** The model or tool, as in {@link BreakerStatus}. */
    public String target() {
        return target;
    }

    boolean isOf(@Nullable Breaker other) {
        return breaker != null && breaker == other;
    }
}
