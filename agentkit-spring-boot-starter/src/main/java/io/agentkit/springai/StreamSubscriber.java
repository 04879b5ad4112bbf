package io.agentkit.springai;

import io.agentkit.Attempt;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.Demand;
import io.agentkit.chat.ChatRequest;
import java.util.concurrent.CountDownLatch;
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
    private final Context context;
    private final DeltaReader deltas = new DeltaReader();
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile @Nullable Subscription upstream;
    private volatile boolean cancelled;
    private volatile @Nullable Throwable failure;

    StreamSubscriber(Attempt<ChatRequest> attempt) {
        this.attempt = attempt;
        this.context = Surroundings.of(attempt.call()).here();
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
        try {
            attempt.delta(deltas.read(chunk));
        } catch (Throwable broken) {
            // A middleware's sink failed: that ends this request, and the chain hears of it on its own thread.
            cancelUpstream();
            fail(broken);
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

    private void cancelUpstream() {
        cancelled = true;
        Subscription subscription = upstream;
        if (subscription != null) {
            subscription.cancel();
        }
    }

    private void letGo() {
        cancelUpstream();
        end.countDown();
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
    }
}
