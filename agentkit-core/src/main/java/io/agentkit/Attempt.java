package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Delta;
import io.agentkit.chat.ReplyAssembler;
import io.agentkit.chat.Request;
import io.agentkit.chat.Usage;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One physical request of a call: what an endpoint sends and hooks watch. Deltas may be pushed by one thread at a time, which need not be
 * the one that the endpoint was called on.
 *
 * @param <Q> the request
 */
public final class Attempt<Q extends Request> {

    private enum Stage {
        /** No delta that commits has arrived: what arrives is held back. */
        UNDECIDED,
        /** The consumer sees this request's deltas. */
        SHOWING,
        /** Another request's deltas are shown, or nobody streams. */
        SILENT,
        /** The consumer saw the first part only: the request was cancelled before it ended. */
        CUT
    }

    private final Call<Q> call;
    private final int number;
    private final Endpoint<Q, ?> endpoint;
    private @Nullable ReplyAssembler assembler;
    private @Nullable ReentrantLock lock;
    private @Nullable Demand demand;
    private @Nullable List<Delta> held;
    private Stage stage;
    private boolean closed;
    private @Nullable Object mark;
    private @Nullable Usage counted;
    private @Nullable Usage early;
    private @Nullable Map<Object, Object> attachments;
    private @Nullable Outcome settled;

    Attempt(Call<Q> call, int number, Endpoint<Q, ?> endpoint) {
        this.call = call;
        this.number = number;
        this.endpoint = endpoint;
        stage = call.isStreaming() ? Stage.UNDECIDED : Stage.SILENT;
        if (call.isStreaming()) {
            lock = new ReentrantLock();
            assembler = new ReplyAssembler();
            mark = new Object();
        }
    }

    /** Counts the requests of a call, from 1. A refused request keeps its number. */
    public int number() {
        return number;
    }

    public Call<Q> call() {
        return call;
    }

    /** The request as it is sent. */
    public Q request() {
        return call.request();
    }

    /** The provider it goes to, in OpenTelemetry's words; null when that is not known. */
    public @Nullable String provider() {
        return endpoint.provider();
    }

    /** Whether the client beneath makes an observation of its own for this request. */
    public boolean isObservedBeneath() {
        return endpoint.observesItself();
    }

    public Cancellation cancellation() {
        return call.cancellation();
    }

    /** Whether the endpoint should stream, if it can. */
    public boolean isStreaming() {
        return call.isStreaming();
    }

    /** Keeps a value for the time of this request. */
    public synchronized void attach(Object key, Object value) {
        if (attachments == null) {
            attachments = new IdentityHashMap<>(4);
        }
        attachments.put(key, value);
    }

    /** The value kept under the key, which this takes away; null when there is none. */
    public synchronized @Nullable Object detach(Object key) {
        return attachments == null ? null : attachments.remove(key);
    }

    /** Gives the means to ask the upstream for more; an endpoint that cannot be slowed down does not call it. */
    public void upstream(Demand upstream) {
        demand = upstream;
        Gate gate = call.turn().gate;
        upstream.request(stage == Stage.SILENT || gate == null || gate.isUnbounded() ? Long.MAX_VALUE : 1);
    }

    /** Takes the next piece of the answer. What arrives after the request was cancelled is counted and not shown; after its end it is dropped. */
    public void delta(Delta delta) {
        ReentrantLock guard = lock;
        ReplyAssembler into = assembler;
        if (guard == null || into == null) {
            throw new IllegalStateException("This request does not stream");
        }
        guard.lock();
        try {
            if (closed) {
                return;
            }
            into.add(delta);
            if (cancellation().isCancelled()) {
                stopShowing();
            } else if (stage == Stage.UNDECIDED) {
                decide(delta);
            } else if (stage == Stage.SHOWING) {
                show(delta);
            }
        } finally {
            guard.unlock();
        }
    }

    private void stopShowing() {
        if (stage == Stage.SHOWING) {
            stage = Stage.CUT;
        } else if (stage == Stage.UNDECIDED) {
            stage = Stage.SILENT;
            held = null;
        }
    }

    private void decide(Delta delta) {
        if (!delta.commits()) {
            if (held == null) {
                held = new ArrayList<>(2);
            }
            held.add(delta);
            askForOneMore();
            return;
        }
        Gate gate = gate();
        DeltaSink sink = call.sink();
        if (sink == null || !gate.claim(this)) {
            stage = Stage.SILENT;
            held = null;
            if (demand != null && !gate.isUnbounded()) {
                demand.request(Long.MAX_VALUE);
            }
            return;
        }
        stage = Stage.SHOWING;
        gate.begin(sink);
        if (demand != null) {
            gate.upstream(demand);
        }
        if (held != null) {
            held.forEach(sink::delta);
            held = null;
        }
        show(delta);
    }

    private void show(Delta delta) {
        Gate gate = gate();
        DeltaSink sink = call.sink();
        if (sink == null) {
            return;
        }
        long before = gate.shownCount();
        sink.delta(delta);
        if (gate.shownCount() == before) {
            askForOneMore();
        }
    }

    private void askForOneMore() {
        if (demand != null && !gate().isUnbounded()) {
            demand.request(1);
        }
    }

    private Gate gate() {
        Gate gate = call.turn().gate;
        if (gate == null) {
            throw new IllegalStateException("This request does not stream");
        }
        return gate;
    }

    /** The reply made of the deltas so far, ready to be completed and returned by the endpoint. */
    public ChatReply.Builder assembled() {
        if (assembler == null) {
            throw new IllegalStateException("This request does not stream");
        }
        return assembler.reply().streamMark(mark);
    }

    /** Whether the stream said why it ended; one that did not was cut. */
    public boolean isFinished() {
        return assembler != null && assembler.isFinished();
    }

    /**
     * Closes the stream after success: flushes what wrappers hold back.
     *
     * @throws CancelledException when the consumer was shown a part only
     */
    void complete() {
        if (lock == null) {
            return;
        }
        lock.lock();
        try {
            if (stage == Stage.CUT) {
                cancellation().throwIfCancelled();
            }
            if (stage == Stage.SHOWING) {
                DeltaSink sink = call.sink();
                if (sink != null) {
                    sink.end();
                }
                gate().succeeded(this);
            }
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    /** Closes the stream after a failure. */
    void fail(Throwable cause) {
        if (lock == null) {
            return;
        }
        lock.lock();
        try {
            closed = true;
            held = null;
            if (stage == Stage.SHOWING || stage == Stage.CUT) {
                gate().failed(this, cause);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits out a delta that is being shown. */
    void quiesce() {
        if (lock != null) {
            lock.lock();
            lock.unlock();
        }
    }

    /** Notes what a reply counts, which is paid for even when the reply turns out to be no good. */
    void counted(@Nullable Usage usage) {
        counted = usage;
    }

    /** What arrived: the last usage named, else null. */
    @Nullable
    Usage receivedUsage() {
        return counted != null || assembler == null ? counted : assembler.usage();
    }

    /** Whether the deltas of this request were just this answer. */
    boolean showed(ChatReply reply) {
        ChatReply received = reply.streamMark() == mark ? null : received();
        return received == null ? mark != null : Gate.sameAnswer(received, reply);
    }

    /** The reply with this stream's mark, if an endpoint returned what it pushed in an object of its own. */
    ChatReply marked(ChatReply reply) {
        return stage == Stage.SHOWING && reply.streamMark() != mark && showed(reply)
                ? reply.mutate().streamMark(mark).build()
                : reply;
    }

    boolean receivedNothing() {
        return assembler == null || assembler.isEmpty();
    }

    /** The text that was received, for comparing it with the answer; null when this request did not stream. */
    @Nullable
    ChatReply received() {
        return assembler == null ? null : assembler.reply().build();
    }

    long receivedCharacters() {
        return assembler == null ? 0 : assembler.characters();
    }

    void settled(Outcome outcome) {
        Usage actual;
        synchronized (this) {
            settled = outcome;
            actual = early;
        }
        if (actual != null && outcome.status() != Outcome.Status.SUCCEEDED) {
            late(actual);
        }
    }

    /**
     * For endpoints: the provider's own count, when it arrives after the request was cancelled. It corrects what was booked in its place,
     * once. Without effect when the request succeeds after all.
     */
    public void late(Usage actual) {
        Outcome booked;
        synchronized (this) {
            booked = settled;
            settled = null;
            early = booked == null ? actual : null;
        }
        if (booked != null && !actual.isNegative()) {
            Settlement.late(this, booked, actual);
        }
    }
}
