package io.agentkit.price;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Collects a body up to a size, and lets go of the connection when there is more. */
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {

    private final CompletableFuture<byte[]> result = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int most;
    private final boolean wanted;
    private Flow.@Nullable Subscription subscription;

    /** @param wanted whether more than {@code most} is a failure; a body that nobody wants just ends there */
    BoundedBody(int most, boolean wanted) {
        this.most = most;
        this.wanted = wanted;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return result;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (result.isDone()) {
                return;
            }
            if (bytes.size() + (long) buffer.remaining() > most) {
                end();
                return;
            }
            byte[] part = new byte[buffer.remaining()];
            buffer.get(part);
            bytes.writeBytes(part);
        }
    }

    private void end() {
        if (subscription != null) {
            subscription.cancel();
        }
        if (wanted) {
            result.completeExceptionally(CatalogueException.tooLarge(most));
        } else {
            result.complete(new byte[0]);
        }
    }

    @Override
    public void onError(Throwable failure) {
        result.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        result.complete(bytes.toByteArray());
    }
}
