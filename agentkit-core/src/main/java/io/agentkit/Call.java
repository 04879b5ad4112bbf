package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Request;
import io.agentkit.time.Time;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One call of an application on its way through a chain. Immutable and thread-safe: what changes it makes a copy, and all copies of one
 * call share its identity, its run and its {@link #meta()}. Only chains make calls.
 *
 * @param <Q> the request
 */
public abstract sealed class Call<Q extends Request> permits Turn, CallCopy {

    private static final Attribute<String> PURPOSE = Attribute.of("purpose", String.class);

    final Q request;
    final @Nullable DeltaSink sink;
    final Cancellation cancellation;

    Call(Q request, @Nullable DeltaSink sink, Cancellation cancellation) {
        this.request = request;
        this.sink = sink;
        this.cancellation = cancellation;
    }

    /** What all copies share. */
    abstract Turn<?> turn();

    abstract RequestHook[] hooks();

    abstract @Nullable AttributeNode attributes();

    /** Where its requests go; null for the end of the chain. */
    abstract @Nullable Endpoint<Q, ?> elsewhere();

    record AttributeNode(
            Attribute<?> key, Object value, @Nullable AttributeNode next) {}

    /** Unique in the application. */
    public String id() {
        return turn().id();
    }

    public CallKind kind() {
        return turn().handler.chain().kind();
    }

    /** Name of the chain. */
    public String chain() {
        return turn().handler.chain().name();
    }

    public Q request() {
        return request;
    }

    public Run run() {
        return turn().run();
    }

    /** Whether somebody opened its run, or one that this is inside of. */
    public boolean isGrouped() {
        return turn().isGrouped();
    }

    public String runId() {
        return turn().run().id();
    }

    public Scope scope() {
        return turn().scope();
    }

    /** How deeply agents are nested: 0 for the outermost. */
    public int depth() {
        return turn().depth();
    }

    /** What is left until the call's deadline; null without one. */
    public @Nullable Duration remaining() {
        return turn().remaining();
    }

    public Cancellation cancellation() {
        return cancellation;
    }

    /** For bridges: what the one that made the call put into its {@link CallSettings}; null for nothing. Opaque to others. */
    public @Nullable Object surroundings() {
        return turn().surroundings();
    }

    /** What the caller wants to have the answer as; null for the answer as it is. */
    public @Nullable WantedOutput<?> output() {
        return turn().output();
    }

    /** What inner middlewares write and outer ones read. */
    public CallMeta meta() {
        return turn();
    }

    /** Clocks, ids, randomness and what else all chains share. */
    public ChainEnvironment environment() {
        return turn().environment();
    }

    /** Where requests that are made with this copy go: the end of the chain, unless a middleware {@link #to(Endpoint) sent} it elsewhere. */
    @SuppressWarnings("unchecked") // all copies of a call have requests of one type
    public Endpoint<Q, ?> endpoint() {
        Endpoint<Q, ?> elsewhere = elsewhere();
        return elsewhere == null ? (Endpoint<Q, ?>) turn().handler.endpoint() : elsewhere;
    }

    /**
     * A copy whose requests go to another model or tool; the same call when they go there already. All else stays as it is: hooks, budgets
     * and observations see its requests as requests of this call, to that endpoint's {@link Endpoint#provider() provider}.
     *
     * @param endpoint has to give replies of the chain's type
     */
    public Call<Q> to(Endpoint<Q, ?> endpoint) {
        Objects.requireNonNull(endpoint, "'endpoint' must not be null");
        return endpoint.equals(endpoint())
                ? this
                : new CallCopy<>(turn(), request, hooks(), sink, cancellation, attributes(), endpoint);
    }

    /** The provider that its requests go to, in OpenTelemetry's words; null when that is not known. */
    public @Nullable String provider() {
        return endpoint().provider();
    }

    public Time time() {
        return turn().environment().time();
    }

    /** The attribute's value on this copy; null when it has none. */
    public <T> @Nullable T attribute(Attribute<T> key) {
        for (AttributeNode node = attributes(); node != null; node = node.next()) {
            if (node.key() == key) {
                return key.cast(node.value());
            }
        }
        return null;
    }

    /** A copy with the attribute. */
    public <T> Call<Q> with(Attribute<T> key, T value) {
        Objects.requireNonNull(value, "'value' must not be null");
        return copy(request, hooks(), sink, cancellation, new AttributeNode(key, value, attributes()));
    }

    /** A copy with another request, which has to be derived from this one's: the chain refuses to take one that was built from scratch. */
    public Call<Q> withRequest(Q changed) {
        Objects.requireNonNull(changed, "'changed' must not be null");
        return changed == request ? this : copy(changed, hooks(), sink, cancellation, attributes());
    }

    /**
     * Makes another call of a model, through the whole of the same chain and on the same run, and waits for the reply: for middlewares that
     * need an answer of their own. It has an identity, an observation and requests of its own, is charged as any other, is not streamed, and
     * is cancelled with this one. It takes no turn of the run, since the application asked for none.
     *
     * @param question need not be derived from this call's request
     * @param purpose what for, as its {@link #purpose()} tells: a middleware that asks has to know its own question again and let it pass
     * @throws IllegalStateException when this is no call of a model
     */
    public ChatReply ask(ChatRequest question, String purpose) {
        Objects.requireNonNull(purpose, "'purpose' must not be null");
        return turn().handler.ask(this, question, purpose);
    }

    /** What a middleware makes it for, see {@link #ask}; null for a call of the application's. */
    public @Nullable String purpose() {
        return attribute(PURPOSE);
    }

    Call<Q> withPurpose(String purpose) {
        return with(PURPOSE, purpose);
    }

    /** A copy in which every text that a person or a tool wrote went through the function. */
    @SuppressWarnings("unchecked") // mapText gives back its own type
    public Call<Q> mapText(UnaryOperator<String> function) {
        return withRequest((Q) request.mapText(function));
    }

    /**
     * A copy that has the hook run around every physical request made with it, wherever the middleware stands; the same call when it has
     * the hook already. A middleware whose hook is the same for all calls should {@link Middleware#hook() name} it, too: then no copy is
     * needed.
     */
    public Call<Q> withHook(RequestHook hook) {
        Objects.requireNonNull(hook, "'hook' must not be null");
        RequestHook[] hooks = hooks();
        for (RequestHook known : hooks) {
            if (known == hook) {
                return this;
            }
        }
        RequestHook[] more = Arrays.copyOf(hooks, hooks.length + 1);
        more[hooks.length] = hook;
        return copy(request, more, sink, cancellation, attributes());
    }

    /** A copy whose deltas pass through another sink on their way out; the same call when nobody streams. */
    public Call<Q> withSink(UnaryOperator<DeltaSink> wrapper) {
        Gate gate = turn().gate();
        if (sink == null || gate == null) {
            return this;
        }
        gate.wrapped();
        return withInnerSink(Objects.requireNonNull(wrapper.apply(sink), "'wrapper' must not return null"));
    }

    /**
     * As {@link #withSink}, for a wrapper that passes on each delta as it is, or none of a request's: what was shown is then what was
     * received, and nobody has to put it together a second time.
     */
    public Call<Q> withPassingSink(UnaryOperator<DeltaSink> wrapper) {
        return sink == null
                ? this
                : withInnerSink(Objects.requireNonNull(wrapper.apply(sink), "'wrapper' must not return null"));
    }

    Call<Q> withInnerSink(@Nullable DeltaSink changed) {
        return copy(request, hooks(), changed, cancellation, attributes());
    }

    /** A copy whose deltas nobody sees: the answer reaches a streaming caller in one piece once the chain has returned it. */
    public Call<Q> withoutSink() {
        return sink == null ? this : withInnerSink(null);
    }

    /** A copy that can be cancelled alone; make the cancellation with {@code call.cancellation().child()}. */
    public Call<Q> withCancellation(Cancellation child) {
        return copy(request, hooks(), sink, child, attributes());
    }

    /**
     * Shows a streaming consumer an answer that no request gave piece by piece, a few words each, with a pause after each; without effect when
     * nobody streams. Nothing is shown while a request shows its own, nor after a part of another answer was.
     *
     * @return the answer
     * @throws CancelledException when the call is cancelled meanwhile
     */
    public ChatReply showPaced(ChatReply reply, Duration pause) {
        Gate gate = turn().gate();
        return sink == null || gate == null ? reply : PacedAnswer.show(reply, pause, this, gate, sink);
    }

    /** Whether deltas made with this copy reach a consumer. */
    public boolean isStreaming() {
        return sink != null;
    }

    /**
     * Whether calling {@code next} again makes sense: not once a part of an answer was shown to a consumer that cannot take it back, nor
     * after the call was cancelled or has ended.
     */
    public boolean canReinvoke() {
        Turn<?> turn = turn();
        Gate gate = turn.gate();
        return !turn.isEnded() && !cancellation.isCancelled() && (gate == null || gate.canReinvoke());
    }

    /** Whether what a consumer was shown can be taken back: there is none, or it understands a restart. */
    public boolean canRestart() {
        Gate gate = turn().gate();
        return gate == null || gate.canRestart();
    }

    /**
     * Has the callback told once of the reply that the call really returns, after it was returned by the chain. Only the first callback
     * with a {@link AnswerCallback#key() key} is kept.
     *
     * @return whether the call is still under way; the callback is never told otherwise
     */
    public boolean onAnswer(AnswerCallback callback) {
        return turn().onAnswer(this, Objects.requireNonNull(callback, "'callback' must not be null"));
    }

    /** Whether {@link #emit} has an effect, so that events need not be made for nobody. */
    public boolean isListening() {
        return turn().isListening();
    }

    /** As {@link #isListening()}, for a {@link Event#isRoutine() routine} event. */
    public boolean wants(Class<? extends Event> routine) {
        return turn().wants(routine);
    }

    /** Tells the listener. Never throws. */
    public void emit(Event event) {
        turn().emit(event);
    }

    /**
     * Waits inside the call.
     *
     * @throws CancelledException when the call is cancelled or the thread interrupted before the time is over
     */
    public void pause(Duration duration) {
        InterruptSlot slot = new InterruptSlot();
        cancellation.add(slot);
        boolean interrupted = false;
        boolean ours;
        try {
            cancellation.throwIfCancelled();
            time().sleep(duration);
        } catch (InterruptedException woken) {
            interrupted = true;
        } finally {
            cancellation.remove(slot);
            ours = slot.close();
        }
        if (interrupted && !ours) {
            Thread.currentThread().interrupt();
        }
        cancellation.throwIfCancelled();
        if (interrupted) {
            throw new CancelledException(Cancellation.Reason.INTERRUPTED, null);
        }
    }

    private Call<Q> copy(
            Q changed,
            RequestHook[] hooks,
            @Nullable DeltaSink changedSink,
            Cancellation changedCancellation,
            @Nullable AttributeNode attributes) {
        return new CallCopy<>(turn(), changed, hooks, changedSink, changedCancellation, attributes, elsewhere());
    }

    @Override
    public final String toString() {
        return "Call[%s, %s]".formatted(id(), request);
    }
}
