package io.agentkit.springai;

import io.agentkit.AgentKitException;
import io.agentkit.Cancellation;
import io.agentkit.Demand;
import io.agentkit.ErrorKind;
import io.agentkit.StreamConsumer;
import io.agentkit.chat.Delta;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.CoreSubscriber;

/**
 * One subscription: one call. The chain runs on a thread of its own from the first demand on; deltas reach the subscriber on the
 * upstream's thread, as far as it asked for them, and wait in a small queue otherwise. Signals are serialized by the usual counter of
 * work: whoever raises it from 0 emits for all. A subscriber that asked for everything is simply sent it: the chain gives one delta at a
 * time, and none any more when the call has ended.
 */
final class ChatSubscription implements Subscription, StreamConsumer {

    /** An upstream and how much was asked of it. */
    private static final class Feed {

        final Demand demand;
        volatile long arrived;
        long asked;

        Feed(Demand demand) {
            this.demand = demand;
        }
    }

    private final CoreSubscriber<? super ChatResponse> subscriber;
    private final AgentkitChatModel model;
    private final Prompt prompt;
    private final Surroundings surroundings;
    private final Cancellation cancellation = Cancellation.create();
    private final Queue<ChatResponse> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong requested = new AtomicLong();
    private final AtomicInteger work = new AtomicInteger();
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile boolean open;
    private volatile boolean unbounded;
    private volatile boolean cancelled;
    private volatile boolean done;
    private volatile @Nullable Throwable error;
    private volatile @Nullable Throwable refusal;
    private volatile @Nullable Feed feed;
    private long emitted;
    private boolean finished;

    ChatSubscription(
            CoreSubscriber<? super ChatResponse> subscriber,
            AgentkitChatModel model,
            Prompt prompt,
            Surroundings surroundings) {
        this.subscriber = subscriber;
        this.model = model;
        this.prompt = prompt;
        this.surroundings = surroundings;
    }

    /** The subscriber knows us now: signals may come from other threads from here on. */
    void open() {
        open = true;
        startOnDemand();
        drain();
    }

    @Override
    public void request(long count) {
        if (count <= 0) {
            refusal = new IllegalArgumentException("'n' must be at least 1 (was %d), see rule 3.9".formatted(count));
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            drain();
            return;
        }
        requested.accumulateAndGet(count, (before, more) -> before + more < 0 ? Long.MAX_VALUE : before + more);
        startOnDemand();
        drain();
    }

    private void startOnDemand() {
        if (!open || cancelled || requested.get() == 0 || !started.compareAndSet(false, true)) {
            return;
        }
        unbounded = requested.get() == Long.MAX_VALUE;
        if (!model.threads().start(this::answer, surroundings.isInsideTool())) {
            finish(new AgentKitException(
                    ErrorKind.OVERLOADED, "Too many streaming calls are under way; this one was not started"));
        }
    }

    @Override
    public void cancel() {
        cancelled = true;
        cancellation.cancel(Cancellation.Reason.CONSUMER);
        drain();
    }

    /** The call itself. Gives what is left to be said to the subscriber. */
    private Runnable answer() {
        if (cancelled) {
            return () -> {};
        }
        try {
            surroundings.call(() -> model.answer(prompt, this, cancellation, surroundings));
            return () -> finish(null);
        } catch (Throwable failure) {
            return () -> finish(failure);
        }
    }

    private void finish(@Nullable Throwable failure) {
        error = failure;
        done = true;
        drain();
    }

    @Override
    public boolean isUnbounded() {
        return unbounded;
    }

    @Override
    public void upstream(Demand demand) {
        if (!unbounded) {
            feed = new Feed(demand);
        }
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer: the request that is shown
    public void delta(Delta delta) {
        ChatResponse response = ResponseWriter.write(delta);
        if (unbounded) {
            if (!cancelled && refusal == null) {
                emit(response);
            }
            return;
        }
        Feed from = feed;
        if (from != null) {
            from.arrived++;
        }
        if (!work.compareAndSet(0, 1)) {
            waiting.add(response);
            drain();
            return;
        }
        if (!cancelled && refusal == null && waiting.isEmpty() && emitted != requested.get()) {
            emit(response);
            askForMore();
        } else {
            waiting.add(response);
            emitWaiting();
        }
        if (work.decrementAndGet() != 0) {
            drainLoop();
        }
    }

    /** An unbounded subscriber gets its end from {@link #finish}: before that, another thread's delta may be on its way to it. */
    private void drain() {
        if (open && (!unbounded || done) && work.getAndIncrement() == 0) {
            drainLoop();
        }
    }

    private void drainLoop() {
        int missed = work.get();
        while (missed != 0) {
            emitWaiting();
            missed = work.addAndGet(-missed);
        }
    }

    private void emitWaiting() {
        while (!finished) {
            Throwable refused = refusal;
            if (cancelled || refused != null) {
                waiting.clear();
                finished = true;
                if (!cancelled && refused != null) {
                    subscriber.onError(refused);
                }
                return;
            }
            boolean last = done;
            ChatResponse next = emitted == requested.get() ? null : waiting.poll();
            if (next != null) {
                emit(next);
            } else {
                if (last && waiting.isEmpty()) {
                    end();
                } else {
                    askForMore();
                }
                return;
            }
        }
        waiting.clear();
    }

    private void emit(ChatResponse response) {
        emitted++;
        try {
            subscriber.onNext(response);
        } catch (Throwable broken) {
            // Against the rules; the call ends, and the next to come finds nothing to do.
            cancelled = true;
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw broken;
        }
    }

    private void end() {
        finished = true;
        Throwable failure = error;
        if (failure == null) {
            subscriber.onComplete();
        } else {
            subscriber.onError(failure);
        }
    }

    /** Passes the subscriber's demand on once the upstream has sent all that it was asked for. */
    private void askForMore() {
        Feed from = feed;
        if (from == null) {
            return;
        }
        long arrived = from.arrived;
        long more = requested.get() - emitted;
        if (more > 0 && from.asked - arrived <= 0) {
            from.asked = arrived + more < 0 ? Long.MAX_VALUE : arrived + more;
            from.demand.request(more);
        }
    }
}
