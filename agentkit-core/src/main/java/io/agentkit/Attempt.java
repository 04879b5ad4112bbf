package io.agentkit;

import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.ReplyAssembler;
import io.agentkit.chat.Request;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * One physical request of a call: what an endpoint sends and hooks watch, and how it ended. Deltas may be pushed by one thread at a time,
 * which need not be the one that the endpoint was called on.
 *
 * @param <Q> the request
 */
public final class Attempt<Q extends Request> implements Outcome {

    @SuppressWarnings("rawtypes") // class literals have no parameters
    private static final AtomicReferenceFieldUpdater<Attempt, @Nullable Object> LATE =
            AtomicReferenceFieldUpdater.newUpdater(Attempt.class, Object.class, "late");

    /** A provider's own count may come and correct what was booked. */
    private static final Object BOOKED = new Object();

    /** It has come. */
    private static final Object CORRECTED = new Object();

    /** What few providers tell of their own limits is kept under this. */
    private static final Object LIMITS = new Object();

    /** The frame of the tool's run is kept under this. */
    private static final Object FRAME = new Object();

    /** Kept with a request that ended after its call without counting. */
    private static final Object OUTLIVED = new Object();

    private record Attachment(
            Object key, Object value, @Nullable Attachment before) {}

    private record NotSent(Throwable refusal) {}

    private Call<Q> call;
    private final int number;
    private final @Nullable AttemptStream stream;

    // Two values are kept in place; what comes later, the last first, in objects of its own.
    private @Nullable Object firstKey;
    private @Nullable Object firstValue;
    private @Nullable Object secondKey;
    private @Nullable Object secondValue;
    private @Nullable Attachment more;
    private @Nullable Usage usage;
    private @Nullable Money usd;

    /** The reply, a {@link Throwable} or {@link NotSent}; null while the request is under way. */
    private @Nullable Object result;

    /** Null until the call is over. Guarded by the call's lock. */
    private @Nullable Use use;

    /** Null, a {@link Usage} that came before the end, {@link #BOOKED} or {@link #CORRECTED}. */
    private volatile @Nullable Object late;

    Attempt(Call<Q> call, int number) {
        this.call = call;
        this.number = number;
        DeltaSink sink = call.sink;
        Gate gate = sink == null ? null : call.turn().gate();
        stream = gate == null || sink == null ? null : new AttemptStream(gate, sink, call.cancellation);
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
        return call.request;
    }

    /**
     * For hooks while they reserve: has the request go out with at most so many tokens of answer, or with what it says itself when that is
     * less. Without effect for tools.
     */
    @SuppressWarnings("unchecked") // a ChatRequest in place of a ChatRequest
    public void limitOutput(int tokens) {
        if (call.request instanceof ChatRequest chat) {
            ChatOptions options = chat.options();
            Integer stated = options.maxOutputTokens();
            if (stated == null || stated > tokens) {
                call = call.withRequest((Q) chat.withOptions(options.withMaxOutputTokens(tokens)));
            }
        }
    }

    /** The provider it goes to, in OpenTelemetry's words; null when that is not known. */
    public @Nullable String provider() {
        return call.endpoint().provider();
    }

    /** Whether the client beneath makes an observation of its own for this request. */
    public boolean isObservedBeneath() {
        return call.endpoint().observesItself();
    }

    public Cancellation cancellation() {
        return call.cancellation;
    }

    /** Whether the endpoint should stream, if it can. */
    public boolean isStreaming() {
        return stream != null;
    }

    /** For hooks, which one request runs one after the other: keeps a value for the time of this request. */
    public void attach(Object hook, Object kept) {
        if (more != null || secondKey != null) {
            more = new Attachment(hook, kept, more);
        } else if (firstKey == null) {
            firstKey = hook;
            firstValue = kept;
        } else {
            secondKey = hook;
            secondValue = kept;
        }
    }

    /** For hooks: the value kept under the key (the same object) last, which this takes away; null when there is none. */
    public @Nullable Object detach(Object hook) {
        for (Attachment each = more; each != null; each = each.before()) {
            if (each.key() == hook) {
                more = without(more, each);
                return each.value();
            }
        }
        if (secondKey == hook) {
            secondKey = null;
            return secondValue;
        }
        if (firstKey == hook) {
            firstKey = null;
            return firstValue;
        }
        return null;
    }

    private static @Nullable Attachment without(@Nullable Attachment last, Attachment taken) {
        return last == null || last == taken
                ? taken.before()
                : new Attachment(last.key(), last.value(), without(last.before(), taken));
    }

    /** For hooks: the value kept under the key (the same object) last; null when there is none. */
    public @Nullable Object attached(Object hook) {
        for (Attachment each = more; each != null; each = each.before()) {
            if (each.key() == hook) {
                return each.value();
            }
        }
        if (secondKey == hook) {
            return secondValue;
        }
        return firstKey == hook ? firstValue : null;
    }

    /** For endpoints: what the provider says is left of its own limits. */
    public void limits(ProviderLimits told) {
        attach(LIMITS, told);
    }

    /** For hooks, when a request that {@link #isStreaming() streams} goes out: has the watch told of what arrives. */
    public void watch(DeltaWatch watch) {
        stream().watch(watch);
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

    /** The usage that arrived in a stream, with what came after it reckoned; null when none did. */
    @Nullable
    Usage receivedUsage() {
        if (stream == null) {
            return null;
        }
        ReplyAssembler received = stream.received();
        try {
            return received.usage(call.environment().tokens().forBilling(Terminal.target(call.request)));
        } catch (Throwable notReckoned) {
            // What the provider has counted stands all the same.
            return received.usage();
        }
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

    /** What models spend inside the tool is told to its hooks. */
    void entered(RunFrame frame) {
        if (call.hooks().length > 0) {
            attach(FRAME, frame);
        }
    }

    void refused(Throwable refusal) {
        result = new NotSent(refusal);
    }

    /** @param ending the reply or what went wrong */
    void ended(Object ending) {
        result = ending;
    }

    /** @param price of the usage; null when it has none */
    void counted(Usage used, @Nullable Money price) {
        usage = used;
        usd = price;
    }

    void outlived(boolean callWasOver) {
        if (callWasOver) {
            attach(OUTLIVED, OUTLIVED);
        }
    }

    boolean hasOutlived() {
        return attached(OUTLIVED) != null;
    }

    @Nullable
    Use use() {
        return use;
    }

    void used(Use known) {
        use = known;
    }

    @Override
    public Status status() {
        if (result instanceof NotSent) {
            return Status.NOT_SENT;
        }
        if (result instanceof Throwable error) {
            return error instanceof CancelledException ? Status.CANCELLED : Status.FAILED;
        }
        return Status.SUCCEEDED;
    }

    @Override
    public @Nullable Usage usage() {
        return usage;
    }

    @Override
    public @Nullable Money usd() {
        return usd;
    }

    @Override
    public RunSpend nested() {
        return attached(FRAME) instanceof RunFrame frame ? frame.nested() : RunSpend.NONE;
    }

    @Override
    public @Nullable String model() {
        String served = result instanceof ChatReply chat ? chat.model() : null;
        return served == null ? Terminal.target(call.request) : served;
    }

    @Override
    public @Nullable ProviderLimits limits() {
        return (ProviderLimits) attached(LIMITS);
    }

    @Override
    public @Nullable Object reply() {
        return result instanceof Throwable || result instanceof NotSent ? null : result;
    }

    @Override
    public @Nullable Throwable error() {
        if (result instanceof NotSent refused) {
            return refused.refusal();
        }
        return result instanceof Throwable error ? error : null;
    }

    /** All hooks were told of the end. */
    void booked() {
        if (status() == Status.SUCCEEDED) {
            // What came before is left aside, so nothing has to be read, and whoever comes later sees it soon enough.
            late = BOOKED;
        } else if (LATE.getAndSet(this, BOOKED) instanceof Usage early) {
            late(early);
        }
    }

    /**
     * For endpoints: the provider's own count, when it arrives after the request was cancelled. It corrects what was booked in its place,
     * once. A count that arrives while the request is under way is left aside when it succeeds: the reply has its own.
     */
    public void late(Usage actual) {
        Object before = late;
        while (before != CORRECTED) {
            if (LATE.compareAndSet(this, before, before == BOOKED ? CORRECTED : actual)) {
                if (before == BOOKED && !actual.isNegative()) {
                    Settlement.late(this, actual);
                }
                return;
            }
            before = late;
        }
    }
}
