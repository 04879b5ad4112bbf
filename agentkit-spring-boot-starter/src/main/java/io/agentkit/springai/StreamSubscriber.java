package io.agentkit.springai;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.Demand;
import io.agentkit.ErrorKind;
import io.agentkit.ProviderLimits;
import io.agentkit.chat.ChatRequest;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.ai.chat.model.ChatResponse;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Takes one physical request's stream: deltas go through the chain on the upstream's thread, while the chain's own thread waits in
 * {@link #await} for the end.
 */
final class StreamSubscriber implements CoreSubscriber<ChatResponse> {

    private final Attempt<ChatRequest> attempt;
    private final ChainThreads threads;
    private final Context context;
    private final Connection connection = new Connection();
    private final DeltaReader deltas = new DeltaReader();
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicBoolean lettingGo = new AtomicBoolean();
    private volatile @Nullable Subscription upstream;
    private volatile boolean cancelled;
    private volatile @Nullable Throwable failure;

    private boolean answered;
    private boolean limited;

    // Who signals, and whether it does so now. Compared with the current thread only, so what another thread wrote need
    // not be seen.
    private @Nullable Thread reader;
    private boolean signalling;

    StreamSubscriber(Attempt<ChatRequest> attempt, ChainThreads threads) {
        this.attempt = attempt;
        this.threads = threads;
        this.context = ModelInProgress.mark(Surroundings.of(attempt.call()).here());
    }

    @Override
    public Context currentContext() {
        return context;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        if (!Operators.validate(upstream, subscription)) {
            return;
        }
        upstream = subscription;
        if (cancelled) {
            subscription.cancel();
            return;
        }
        Demand demand = subscription::request;
        attempt.upstream(demand);
    }

    @Override
    public void onNext(ChatResponse chunk) {
        connection.arrived();
        Thread current = Thread.currentThread();
        if (reader != current) {
            reader = current;
        }
        signalling = true;
        answered = answered || !chunk.getResults().isEmpty();
        try {
            readLimits(chunk);
            attempt.delta(deltas.read(chunk));
        } catch (Throwable broken) {
            // A middleware's sink failed: that ends this request, and the chain hears of it on its own thread.
            cancelUpstream();
            fail(broken);
        } finally {
            signalling = false;
        }
    }

    /** They stand in the first chunk that has any. */
    private void readLimits(ChatResponse chunk) {
        ProviderLimits limits = limited ? null : LimitsReader.read(chunk);
        if (limits != null) {
            limited = true;
            attempt.limits(limits);
        }
    }

    @Override
    public void onError(Throwable error) {
        fail(error);
    }

    @Override
    public void onComplete() {
        end.countDown();
    }

    private void fail(Throwable error) {
        if (failure == null) {
            failure = error;
        }
        end.countDown();
    }

    /**
     * A client's cancel waits for its reader, which may hear nothing for as long as the client's own time limit: neither who cancels nor
     * the chain waits with it, and the reader's connection is closed beneath it.
     */
    private void cancelUpstream() {
        cancelled = true;
        Subscription subscription = upstream;
        if (subscription == null) {
            return;
        }
        if (reader == Thread.currentThread() && signalling) {
            subscription.cancel();
        } else if (lettingGo.compareAndSet(false, true)) {
            threads.startFreely(subscription::cancel);
            connection.run();
        }
    }

    private void letGo() {
        end.countDown();
        cancelUpstream();
    }

    /** Waits until the stream is over. Throws what the provider sent as its failure, as it came. */
    void await() {
        Cancellation cancellation = attempt.cancellation();
        Cancellation.Registration registration = cancellation.onCancel(this::letGo);
        try {
            end.await();
        } catch (InterruptedException interrupted) {
            cancelUpstream();
            cancellation.throwIfCancelled();
            Thread.currentThread().interrupt();
            throw new CancelledException(Cancellation.Reason.INTERRUPTED, interrupted);
        } finally {
            registration.remove();
        }
        cancellation.throwIfCancelled();
        Throwable error = failure;
        if (error != null) {
            throw Sneaky.thrown(error);
        }
        if (!answered) {
            throw new AgentKitException(ErrorKind.STREAM_PROTOCOL, "The model's stream holds no answer");
        }
    }
}
