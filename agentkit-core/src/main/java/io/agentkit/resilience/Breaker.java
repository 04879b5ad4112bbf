package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.CallKind;
import io.agentkit.Event;
import io.agentkit.Failure;
import io.agentkit.time.Time;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The circuit of one model or tool in one chain. Resilience4j keeps the state and counts; this decides who may try after the cool-down, by
 * the monotonic clock: one request at a time, whose verdict is the only one that counts then. One that gives none (it was cancelled, or failed
 * for a reason of its own) starts the cool-down anew; one that is lost is replaced after another cool-down. Thread-safe.
 */
final class Breaker {

    /** The request that tries whether it works again. */
    static final class Probe {}

    private static final float ALL_FAILED = 100;

    private final CallKind kind;
    private final String chain;
    private final @Nullable String provider;
    private final @Nullable String name;
    private final String target;
    private final BreakerSpec spec;
    private final Time time;
    private final CircuitBreaker circuit;

    /** Whether anything failed since the last success: most requests need not look any further. */
    private volatile boolean troubled;

    // Guarded by this object's lock.
    private @Nullable Throwable lastError;
    private @Nullable Failure lastFailure;
    private @Nullable Probe probe;
    private int failuresInRow;

    /** When it opened, or when the probe began. */
    private long since;

    /** @param name the model or tool; null when the endpoint decides */
    Breaker(
            CallKind kind,
            String chain,
            @Nullable String provider,
            @Nullable String name,
            BreakerSpec spec,
            Time time) {
        this.kind = kind;
        this.chain = chain;
        this.provider = provider;
        this.name = name;
        this.target = target(provider, name);
        this.spec = spec;
        this.time = time;
        this.circuit = CircuitBreaker.of(
                target,
                CircuitBreakerConfig.custom()
                        .slidingWindow(
                                spec.failures(), spec.failures(), CircuitBreakerConfig.SlidingWindowType.COUNT_BASED)
                        .failureRateThreshold(ALL_FAILED)
                        .waitDurationInOpenState(spec.coolDown())
                        .permittedNumberOfCallsInHalfOpenState(1)
                        .clock(new TimeClock(time))
                        .build());
    }

    private static String target(@Nullable String provider, @Nullable String name) {
        if (provider == null || name == null) {
            return name != null ? name : provider != null ? provider : "(default)";
        }
        return provider + "/" + name;
    }

    boolean fits(CallKind otherKind, String otherChain, @Nullable String otherProvider, @Nullable String otherName) {
        return kind == otherKind
                && chain.equals(otherChain)
                && Objects.equals(name, otherName)
                && Objects.equals(provider, otherProvider);
    }

    String target() {
        return target;
    }

    BreakerSpec spec() {
        return spec;
    }

    /**
     * Lets a request pass.
     *
     * @return null, or its mark when it is the one that tries; either is to be given back with the verdict
     * @throws CircuitOpenException when it is refused
     */
    @Nullable
    Probe acquire(Call<?> call) {
        if (!troubled) {
            return null;
        }
        CircuitOpenException refusal;
        synchronized (this) {
            Duration remaining = remaining();
            if (remaining == null) {
                return circuit.getState() == CircuitBreaker.State.CLOSED ? null : newProbe();
            }
            refusal = new CircuitOpenException(this, remaining, lastError);
        }
        if (call.isListening()) {
            call.emit(new BreakerRefused(
                    call.id(),
                    kind,
                    chain,
                    target,
                    Objects.requireNonNull(refusal.failure().retryAfter())));
        }
        throw refusal;
    }

    private Probe newProbe() {
        if (circuit.getState() == CircuitBreaker.State.OPEN) {
            circuit.transitionToHalfOpenState();
        } else {
            // The one before is lost.
            circuit.releasePermission();
        }
        circuit.acquirePermission();
        Probe made = new Probe();
        probe = made;
        since = time.nanoTime();
        return made;
    }

    /** How long requests are refused yet; null when one may pass. */
    private @Nullable Duration remaining() {
        boolean waits = circuit.getState() == CircuitBreaker.State.OPEN || probe != null;
        Duration left = waits ? spec.coolDown().minusNanos(time.nanoTime() - since) : Duration.ZERO;
        return left.isZero() || left.isNegative() ? null : left;
    }

    /** As {@link #remaining()}, for those who would wait before they ask. */
    @Nullable
    Duration refusedFor() {
        if (!troubled) {
            return null;
        }
        synchronized (this) {
            return remaining();
        }
    }

    void succeeded(Call<?> call, @Nullable Probe tried) {
        if (!troubled) {
            return;
        }
        synchronized (this) {
            boolean closed = circuit.getState() == CircuitBreaker.State.CLOSED;
            // A request from before it opened says nothing about now.
            if (tried != probe || (tried == null && !closed)) {
                return;
            }
            circuit.onSuccess(0, TimeUnit.NANOSECONDS);
            probe = null;
            lastError = null;
            lastFailure = null;
            failuresInRow = 0;
            troubled = false;
            if (closed) {
                return;
            }
        }
        tell(call, new BreakerClosed(call.id(), kind, chain, target));
    }

    /** @param failure what the error means; null when it says nothing about the model or tool */
    void failed(Call<?> call, @Nullable Probe tried, Throwable error, @Nullable Failure failure) {
        synchronized (this) {
            boolean closed = circuit.getState() == CircuitBreaker.State.CLOSED;
            if (tried != probe || (tried == null && (!closed || failure == null))) {
                return;
            }
            probe = null;
            if (failure == null) {
                circuit.transitionToOpenState();
                since = time.nanoTime();
                return;
            }
            troubled = true;
            lastError = error;
            lastFailure = failure;
            failuresInRow++;
            circuit.onError(0, TimeUnit.NANOSECONDS, error);
            if (circuit.getState() != CircuitBreaker.State.OPEN) {
                return;
            }
            since = time.nanoTime();
        }
        tell(call, new BreakerOpened(call.id(), kind, chain, target, failure, spec.coolDown()));
    }

    private static void tell(Call<?> call, Event event) {
        if (call.isListening()) {
            call.emit(event);
        }
    }

    synchronized BreakerStatus status() {
        Duration remaining = remaining();
        BreakerState state = BreakerState.CLOSED;
        if (circuit.getState() != CircuitBreaker.State.CLOSED) {
            state = remaining == null || probe != null ? BreakerState.HALF_OPEN : BreakerState.OPEN;
        }
        return new BreakerStatus(kind, chain, target, state, failuresInRow, remaining, lastFailure);
    }

    /** Whether it can be forgotten. */
    boolean isClosed() {
        return !troubled;
    }
}
