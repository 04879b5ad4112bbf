package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Delta;
import io.agentkit.chat.ReplyAssembler;
import io.agentkit.time.Time;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Guards the consumer of a streaming call. One physical request at a time may show its deltas: the first to have something to show claims
 * the gate, the others run silently. Deltas come in under the lock of the attempt that has the claim; the gate's own lock guards who that
 * is.
 */
final class Gate implements DeltaSink {

    private static final Logger log = LoggerFactory.getLogger(Gate.class);

    private static final AtomicLongFieldUpdater<Gate> SHOWN = AtomicLongFieldUpdater.newUpdater(Gate.class, "shown");

    private final StreamConsumer consumer;
    private final StreamMode mode;
    private final Time time;
    private @Nullable AttemptStream claimer;
    private boolean begun;
    private @Nullable Throwable lastFailure;
    private @Nullable AttemptStream shownBy;
    private @Nullable ReplyAssembler seen;
    private volatile boolean wrapped;
    private volatile @Nullable Throwable committedFailure;
    private volatile long shown;
    private volatile @Nullable Long firstText;
    private volatile boolean ended;

    /** The first middleware, from the inside, whose reply is not the one that was streamed. */
    private volatile @Nullable String divergedBy;

    Gate(StreamConsumer consumer, StreamMode mode, Time time) {
        this.consumer = consumer;
        this.mode = mode;
        this.time = time;
    }

    boolean isUnbounded() {
        return consumer.isUnbounded();
    }

    void upstream(Demand demand) {
        consumer.upstream(demand);
    }

    long shownCount() {
        return shown;
    }

    /** A middleware put a sink of its own before this one: what was received no longer tells what was shown. */
    void wrapped() {
        wrapped = true;
    }

    @Nullable
    Long firstText() {
        return firstText;
    }

    boolean canReinvoke() {
        return mode == StreamMode.RESTART || shown == 0;
    }

    boolean canRestart() {
        return mode == StreamMode.RESTART;
    }

    void throwIfCommittedFailure() {
        Throwable failure = committedFailure;
        if (failure != null) {
            Rethrow.unchecked(failure);
        }
    }

    /** Whether the attempt may show its deltas from now on; it has to {@link #begin} then. */
    synchronized boolean claim(AttemptStream attempt) {
        if (ended || claimer != null || !canReinvoke()) {
            return false;
        }
        claimer = attempt;
        shownBy = null;
        return true;
    }

    /**
     * Has the wrappers forget an earlier request, also one of which they held everything back, so that nobody ever saw it.
     *
     * @param sink the outermost wrapper of the attempt that has the claim
     */
    void begin(DeltaSink sink) {
        Throwable cause;
        synchronized (this) {
            cause = lastFailure;
            lastFailure = null;
            if (!begun) {
                begun = true;
                return;
            }
        }
        sink.restarted(cause == null ? replaced() : cause);
    }

    private static AgentKitException replaced() {
        return new AgentKitException(ErrorKind.UNKNOWN, "Another answer replaces the one that was shown");
    }

    synchronized void succeeded(AttemptStream attempt) {
        if (claimer == attempt) {
            claimer = null;
            shownBy = attempt;
        }
    }

    synchronized void failed(AttemptStream attempt, Throwable cause) {
        if (claimer == attempt) {
            claimer = null;
            lastFailure = cause;
            if (shown > 0 && mode == StreamMode.COMMIT) {
                committedFailure = cause;
            }
        }
    }

    @Override
    public void delta(Delta delta) {
        if (ended) {
            return;
        }
        if (wrapped) {
            if (seen == null) {
                seen = new ReplyAssembler();
            }
            seen.add(delta);
        }
        show(delta);
    }

    /** One writer at a time: the request that has the claim, or the chain at the end; so the count needs no barrier of its own. */
    private void show(Delta delta) {
        SHOWN.lazySet(this, shown + 1);
        if (firstText == null && !delta.text().isEmpty()) {
            firstText = time.nanoTime();
        }
        consumer.delta(delta);
    }

    @Override
    public void restarted(Throwable cause) {
        if (ended || shown == 0) {
            return;
        }
        shown = 0;
        seen = null;
        consumer.restarted(cause);
    }

    @Override
    public void end() {
        // The end of a request; the consumer learns the end of the call from its return.
    }

    /**
     * Makes the consumer see the answer that the chain returned, if it did not see just that. Requests that still run can show nothing any
     * more, so this has the consumer for itself.
     */
    void finish(ChatReply reply, Turn<?> turn) {
        endTurn();
        if (turn.cancellation.reason() == Cancellation.Reason.CONSUMER) {
            return;
        }
        if (shown == 0) {
            show(Delta.of(reply));
        } else if (!isShown(reply)) {
            if (mode == StreamMode.RESTART) {
                consumer.restarted(replaced());
                show(Delta.of(reply));
            } else {
                tellDivergence(turn);
            }
        }
    }

    private synchronized boolean isShown(ChatReply reply) {
        if (seen != null) {
            return sameAnswer(seen.reply().build(), reply);
        }
        AttemptStream by = shownBy;
        return by != null && by.showed(reply);
    }

    static boolean sameAnswer(ChatReply one, ChatReply other) {
        return one.text().equals(other.text()) && one.toolCalls().equals(other.toolCalls());
    }

    /** A middleware returned a reply that no stream was made of. */
    void diverged(String middleware) {
        if (divergedBy == null && shown > 0) {
            divergedBy = middleware;
        }
    }

    private void tellDivergence(Turn<?> turn) {
        String by = divergedBy == null ? "a middleware" : "'" + divergedBy + "'";
        log.warn(
                "Chain '{}': {} changed an answer that was already streamed to the consumer; change deltas and answer"
                        + " together with next.call(call, transform), or hold the stream back with buffers()",
                turn.chain(),
                by);
        turn.emit(new ReplyDiverged(turn.id(), divergedBy));
    }

    /** Nothing that requests send reaches the consumer from now on: a delta under way is waited for. */
    void endTurn() {
        AttemptStream active;
        synchronized (this) {
            ended = true;
            active = claimer;
        }
        if (active != null) {
            active.quiesce();
        }
    }
}
