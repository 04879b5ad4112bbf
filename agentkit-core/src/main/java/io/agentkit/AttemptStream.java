package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Delta;
import io.agentkit.chat.ReplyAssembler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The deltas of one physical request: puts them together, and shows them to the consumer if the request has the gate's claim. */
final class AttemptStream {

    private enum Stage {
        /** No delta that commits has arrived: what arrives is held back. */
        UNDECIDED,
        /** The consumer sees this request's deltas. */
        SHOWING,
        /** Another request's deltas are shown. */
        SILENT,
        /** The consumer saw the first part only: the request was cancelled before it ended. */
        CUT
    }

    private final Gate gate;
    private final DeltaSink sink;
    private final Cancellation cancellation;

    // Asked once: a consumer that changed its mind in the middle would be sent too much or nothing more.
    private final boolean unbounded;

    private final ReplyAssembler assembler = new ReplyAssembler();

    // An object of its own, since a reply that a cache keeps must not keep the whole call.
    private final Object mark = new Object();

    // Held while a delta is on its way to the consumer, so that whoever ends the stream can wait it out.
    private final ReentrantLock lock = new ReentrantLock();

    private @Nullable Demand demand;
    private @Nullable WatchedStream watched;
    private @Nullable List<Delta> held;
    private Stage stage = Stage.UNDECIDED;
    private boolean closed;

    AttemptStream(Gate gate, DeltaSink sink, Cancellation cancellation) {
        this.gate = gate;
        this.sink = sink;
        this.cancellation = cancellation;
        this.unbounded = gate.isUnbounded();
    }

    void upstream(Demand upstream) {
        Demand asked = watched == null ? upstream : watched.counted(upstream);
        demand = asked;
        asked.request(stage == Stage.SILENT || unbounded ? Long.MAX_VALUE : 1);
    }

    /** Before anything is sent. */
    void watch(DeltaWatch watch) {
        watched = watched == null ? new WatchedStream(watch) : watched.plus(watch);
    }

    void delta(Delta delta) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            if (watched == null) {
                take(delta);
            } else {
                watched.arrived(delta);
                take(delta);
                watched.passedOn();
            }
        } finally {
            lock.unlock();
        }
    }

    private void take(Delta delta) {
        assembler.add(delta);
        if (cancellation.isCancelled()) {
            stopShowing();
        } else if (stage == Stage.SHOWING) {
            show(delta);
        } else if (stage == Stage.UNDECIDED) {
            decide(delta);
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
        if (!gate.claim(this)) {
            stage = Stage.SILENT;
            held = null;
            if (demand != null && !unbounded) {
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
        if (unbounded) {
            sink.delta(delta);
            return;
        }
        long before = gate.shownCount();
        sink.delta(delta);
        if (gate.shownCount() == before) {
            askForOneMore();
        }
    }

    private void askForOneMore() {
        if (demand != null && !unbounded) {
            demand.request(1);
        }
    }

    /**
     * Closes the stream after success: flushes what wrappers hold back.
     *
     * @throws CancelledException when the consumer was shown a part only
     */
    void complete() {
        lock.lock();
        try {
            if (stage == Stage.CUT) {
                cancellation.throwIfCancelled();
            }
            if (stage == Stage.SHOWING) {
                sink.end();
                gate.succeeded(this);
            }
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    /** Closes the stream after a failure. */
    void fail(Throwable cause) {
        lock.lock();
        try {
            closed = true;
            held = null;
            if (stage == Stage.SHOWING || stage == Stage.CUT) {
                gate.failed(this, cause);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits out a delta that is being shown. */
    void quiesce() {
        lock.lock();
        lock.unlock();
    }

    /** What arrived, put together; the reply carries this stream's mark. */
    ChatReply.Builder reply() {
        return assembler.reply().streamMark(mark);
    }

    ReplyAssembler received() {
        return assembler;
    }

    /** Whether the deltas of this request were just this answer. */
    boolean showed(ChatReply reply) {
        return reply.streamMark() == mark || Gate.sameAnswer(assembler.reply().build(), reply);
    }

    /** The reply with this stream's mark, if an endpoint returned what it pushed in an object of its own. */
    ChatReply marked(ChatReply reply) {
        return stage == Stage.SHOWING && reply.streamMark() != mark && showed(reply)
                ? reply.mutate().streamMark(mark).build()
                : reply;
    }
}
