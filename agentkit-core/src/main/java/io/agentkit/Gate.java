package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Delta;
import io.agentkit.time.Time;
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

    private final StreamConsumer consumer;
    private final StreamMode mode;
    private final Time time;
    private @Nullable Attempt<?> claimer;
    private @Nullable Attempt<?> shownBy;
    private @Nullable Throwable lastFailure;
    private volatile @Nullable Throwable committedFailure;
    private volatile long shown;
    private volatile @Nullable Long firstText;
    private volatile boolean ended;
    private volatile @Nullable StringBuilder shownText;

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

    /** A wrapper may change what is shown, so that what was received no longer tells. */
    void keepShownText() {
        if (shownText == null && shown == 0) {
            shownText = new StringBuilder();
        }
    }

    @Nullable
    Long firstText() {
        return firstText;
    }

    boolean canReinvoke() {
        return mode == StreamMode.RESTART || shown == 0;
    }

    void throwIfCommittedFailure() {
        Throwable failure = committedFailure;
        if (failure != null) {
            Rethrow.unchecked(failure);
        }
    }

    /** Whether the attempt may show its deltas from now on. */
    boolean claim(Attempt<?> attempt, DeltaSink sink) {
        Throwable cause;
        synchronized (this) {
            if (ended || claimer != null || !canReinvoke()) {
                return false;
            }
            claimer = attempt;
            if (shown == 0) {
                return true;
            }
            cause = lastFailure;
        }
        sink.restarted(cause == null ? replaced() : cause);
        return true;
    }

    private static AgentKitException replaced() {
        return new AgentKitException(ErrorKind.UNKNOWN, "Another answer replaces the one that was shown");
    }

    synchronized void succeeded(Attempt<?> attempt) {
        if (claimer == attempt) {
            claimer = null;
            shownBy = attempt;
        }
    }

    synchronized void failed(Attempt<?> attempt, Throwable cause) {
        if (claimer == attempt) {
            claimer = null;
            lastFailure = cause;
            if (shown > 0 && mode == StreamMode.COMMIT) {
                committedFailure = cause;
            }
        }
    }

    @Override
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer at a time: the attempt that has the claim
    public void delta(Delta delta) {
        if (ended) {
            return;
        }
        shown++;
        if (firstText == null && !delta.text().isEmpty()) {
            firstText = time.nanoTime();
        }
        StringBuilder text = shownText;
        if (text != null) {
            text.append(delta.text());
        }
        consumer.delta(delta);
    }

    @Override
    public void restarted(Throwable cause) {
        if (ended) {
            return;
        }
        shown = 0;
        StringBuilder text = shownText;
        if (text != null) {
            text.setLength(0);
        }
        consumer.restarted(cause);
    }

    @Override
    public void end() {
        // The end of a request; the consumer learns the end of the call from its return.
    }

    /** Makes the consumer see the answer that the chain returned, if it did not see just that. */
    void finish(ChatReply reply, Turn turn) {
        if (ended) {
            return;
        }
        if (shown == 0) {
            delta(Delta.of(reply));
        } else if (!isShown(reply)) {
            if (mode == StreamMode.RESTART) {
                restarted(replaced());
                delta(Delta.of(reply));
            } else {
                diverged(turn);
            }
        }
    }

    private boolean isShown(ChatReply reply) {
        Attempt<?> by;
        synchronized (this) {
            by = shownBy;
        }
        StringBuilder text = shownText;
        if (text != null) {
            return text.toString().equals(reply.text());
        }
        if (by == null || reply.streamMark() == by) {
            return by != null;
        }
        ChatReply received = by.received();
        return received != null && received.message().equals(reply.message());
    }

    private static void diverged(Turn turn) {
        String by = turn.divergedBy == null ? "a middleware" : "'" + turn.divergedBy + "'";
        log.warn(
                "Chain '{}': {} changed an answer that was already streamed to the consumer; change deltas and answer"
                        + " together with next.call(call, transform), or hold the stream back with buffers()",
                turn.chain.name(),
                by);
        turn.emit(new ReplyDiverged(turn.id(), turn.divergedBy));
    }

    /** Nothing reaches the consumer from now on: a delta under way is waited for. */
    void endTurn() {
        Attempt<?> active;
        synchronized (this) {
            ended = true;
            active = claimer;
        }
        if (active != null) {
            active.quiesce();
        }
    }
}
