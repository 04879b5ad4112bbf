package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Delta;
import io.agentkit.chat.ReplyAssembler;
import io.agentkit.chat.Request;
import io.agentkit.chat.Usage;
import org.jspecify.annotations.Nullable;

/**
 * One physical request of a call: what an endpoint sends and hooks watch. Deltas may be pushed by one thread at a time, which need not be
 * the one that the endpoint was called on.
 *
 * @param <Q> the request
 */
public final class Attempt<Q extends Request> {

    private record Attachment(
            Object key, Object value, @Nullable Attachment next) {}

    private final Call<Q> call;
    private final int number;
    private final Endpoint<Q, ?> endpoint;
    private final @Nullable AttemptStream stream;
    private @Nullable Usage counted;
    private @Nullable Usage early;
    private @Nullable Attachment attachments;
    private @Nullable Outcome settled;

    Attempt(Call<Q> call, int number, Endpoint<Q, ?> endpoint) {
        this.call = call;
        this.number = number;
        this.endpoint = endpoint;
        Gate gate = call.turn().gate;
        DeltaSink sink = call.sink();
        stream = gate == null || sink == null ? null : new AttemptStream(gate, sink, call.cancellation());
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
        return stream != null;
    }

    /** Keeps a value for the time of this request. */
    public synchronized void attach(Object key, Object value) {
        attachments = new Attachment(key, value, attachments);
    }

    /** The value kept under the key (the same object) last, which this takes away; null when there is none. */
    public synchronized @Nullable Object detach(Object key) {
        Attachment first = attachments;
        if (first != null && first.key() == key) {
            attachments = first.next();
            return first.value();
        }
        Object found = null;
        Attachment kept = null;
        for (Attachment each = first; each != null; each = each.next()) {
            if (found == null && each.key() == key) {
                found = each.value();
            } else {
                kept = new Attachment(each.key(), each.value(), kept);
            }
        }
        attachments = kept;
        return found;
    }

    /** Gives the means to ask the upstream for more; an endpoint that cannot be slowed down does not call it. */
    public void upstream(Demand upstream) {
        stream().upstream(upstream);
    }

    /** Takes the next piece of the answer. What arrives after the request was cancelled is counted and not shown; after its end it is dropped. */
    public void delta(Delta delta) {
        stream().delta(delta);
    }

    /** The reply made of the deltas so far, ready to be completed and returned by the endpoint. */
    public ChatReply.Builder assembled() {
        return stream().reply();
    }

    private AttemptStream stream() {
        if (stream == null) {
            throw new IllegalStateException("This request does not stream");
        }
        return stream;
    }

    /** Whether the stream said why it ended; one that did not was cut. */
    public boolean isFinished() {
        return stream != null && stream.received().isFinished();
    }

    /**
     * Closes the stream after success: flushes what wrappers hold back.
     *
     * @throws CancelledException when the consumer was shown a part only
     */
    void complete() {
        if (stream != null) {
            stream.complete();
        }
    }

    /** Closes the stream after a failure. */
    void fail(Throwable cause) {
        if (stream != null) {
            stream.fail(cause);
        }
    }

    /** Notes what a reply counts, which is paid for even when the reply turns out to be no good. */
    void counted(@Nullable Usage usage) {
        counted = usage;
    }

    /** The usage that arrived last; null when none did. */
    @Nullable
    Usage receivedUsage() {
        return counted != null || stream == null ? counted : stream.received().usage();
    }

    /** What arrived of a stream; null when nothing that anybody could be charged for did. */
    @Nullable
    ReplyAssembler received() {
        return stream == null || stream.received().isEmpty() ? null : stream.received();
    }

    /** The reply with the mark of this request's stream, if an endpoint returned what it pushed in an object of its own. */
    ChatReply marked(ChatReply reply) {
        return stream == null ? reply : stream.marked(reply);
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
     * once. A count that arrives while the request is under way is left aside when it succeeds: the reply has its own.
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
