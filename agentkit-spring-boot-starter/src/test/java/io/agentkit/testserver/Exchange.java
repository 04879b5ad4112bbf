package io.agentkit.testserver;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** One request and the progress of its answer; written by the responder, read by the reader when the client leaves. */
final class Exchange {

    private final RecordedRequest request;
    private final Consumer<Ending> onClientGone;
    private final AtomicInteger deltas = new AtomicInteger();
    private final AtomicInteger events = new AtomicInteger();
    private volatile boolean finishing;

    Exchange(RecordedRequest request, Consumer<Ending> onClientGone) {
        this.request = request;
        this.onClientGone = onClientGone;
    }

    RecordedRequest request() {
        return request;
    }

    /** Counts an event that was written. */
    void wrote(Event event) {
        events.incrementAndGet();
        if (event.delta()) {
            deltas.incrementAndGet();
        }
    }

    int deltas() {
        return deltas.get();
    }

    /** Says that the next bytes are the last: a client may leave as soon as it has them, without being early. */
    void finishing() {
        finishing = true;
    }

    void clientLeft() {
        if (finishing) {
            end(Ending.Kind.ANSWERED);
        } else if (end(Ending.Kind.CLIENT_GONE)) {
            onClientGone.accept(ending(Ending.Kind.CLIENT_GONE));
        }
    }

    /** Records how the answer ended; the first ending counts. */
    boolean end(Ending.Kind kind) {
        return request.ended(ending(kind));
    }

    private Ending ending(Ending.Kind kind) {
        return new Ending(kind, deltas.get(), events.get());
    }
}
