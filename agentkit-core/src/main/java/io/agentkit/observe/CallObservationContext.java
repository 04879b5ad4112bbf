package io.agentkit.observe;

import io.agentkit.Call;
import io.agentkit.CancelledException;
import io.agentkit.ErrorKind;
import io.agentkit.Outcome;
import io.agentkit.chat.Request;
import io.agentkit.money.Money;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What conventions and handlers may read about the observation of a call. What an answer says is there once the call has ended.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
public abstract sealed class CallObservationContext<Q extends Request, R> extends KeyedContext
        permits ChatObservationContext, ToolObservationContext {

    private final Call<Q> call;
    private final BoundedNames names;
    private final boolean contentIncluded;
    private final long started;
    private volatile @Nullable String provider;
    private volatile @Nullable R reply;
    private volatile @Nullable Throwable failure;
    private volatile @Nullable ErrorKind errorKind;
    private Money cost = Money.ZERO;
    private boolean costExact = true;

    CallObservationContext(Call<Q> call, BoundedNames names, boolean contentIncluded) {
        this.call = call;
        this.names = names;
        this.contentIncluded = contentIncluded;
        this.started = call.time().nanoTime();
    }

    public Call<Q> call() {
        return call;
    }

    /** Whether texts may be put on the observation. */
    public boolean isContentIncluded() {
        return contentIncluded;
    }

    /** A name that comes from outside as the value of a label: see {@link BoundedNames}. */
    public String label(@Nullable String name) {
        return names.of(name);
    }

    /** Who was asked last, in OpenTelemetry's words; null when that is not known or nothing was sent. */
    public @Nullable String provider() {
        return provider;
    }

    /** The answer; null until there is one. */
    public @Nullable R reply() {
        return reply;
    }

    /** How the call failed; null when it did not. A call that was given up counts as one that did. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** What went wrong; null when nothing did. */
    public @Nullable ErrorKind errorKind() {
        return errorKind;
    }

    /** Price of the requests so far. */
    public synchronized Money cost() {
        return cost;
    }

    /** False when a part of the price is estimated or unknown. */
    public synchronized boolean isCostExact() {
        return costExact;
    }

    /** Until a streaming consumer was shown the first text; null when it was shown none. */
    public @Nullable Duration firstText() {
        Long shown = call.meta().firstText();
        return shown == null ? null : Duration.ofNanos(shown - started);
    }

    void sending(@Nullable String to) {
        provider = to;
    }

    synchronized void spent(Outcome outcome) {
        Money usd = outcome.usd();
        cost = usd == null ? cost : cost.plus(usd);
        costExact &= outcome.isExact();
    }

    void answered(R answer) {
        reply = answer;
    }

    /** @return whether it is an error: a call that was given up is not */
    boolean failed(Throwable error) {
        failure = error;
        ErrorKind kind = error instanceof CancelledException cancelled
                ? cancelled.kind()
                : call.environment().errors().classify(error).kind();
        errorKind = kind;
        return kind != ErrorKind.CANCELLED;
    }
}
