package io.agentkit;

import io.agentkit.chat.Request;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state that all copies of one call share, from the moment an application makes it until its answer is back. */
final class Turn extends CallMeta {

    private static final Logger log = LoggerFactory.getLogger(Turn.class);

    private static final AtomicIntegerFieldUpdater<Turn> REQUESTS =
            AtomicIntegerFieldUpdater.newUpdater(Turn.class, "requests");

    private static final AtomicReferenceFieldUpdater<Turn, @Nullable String> ID =
            AtomicReferenceFieldUpdater.newUpdater(Turn.class, String.class, "id");

    private record Answer(
            Object key,
            Call<?> call,
            BiConsumer<Call<?>, Object> action,
            @Nullable Answer next) {}

    final Chain<?, ?> chain;
    final ChainEnvironment environment;
    final Run run;
    final Request request;
    final Cancellation cancellation;
    final @Nullable Gate gate;
    final @Nullable Object surroundings;

    /** On the monotonic clock; 0 when nobody listens. */
    final long started;

    private final io.agentkit.time.Time.@Nullable Timer deadline;
    private volatile @Nullable String id;
    private volatile int requests;
    private volatile boolean ended;
    private @Nullable Answer answers;

    /** A reply that passed the checks, so that the same object is not checked twice. Racing requests may overwrite each other's. */
    volatile @Nullable Object checked;

    /** The first middleware, from the inside, whose reply is not the one that was streamed. */
    volatile @Nullable String divergedBy;

    Turn(Chain<?, ?> chain, Run run, Request request, CallSettings settings) {
        this.chain = chain;
        this.environment = chain.environment();
        this.run = run;
        this.request = request;
        this.started = isListening() ? environment.time().nanoTime() : 0;
        this.surroundings = settings.surroundings();
        StreamConsumer consumer = settings.consumer();
        this.gate = consumer == null ? null : new Gate(consumer, settings.streamMode(), environment.time());
        Duration left = run.remaining(environment.time());
        if (left == null) {
            this.cancellation = settings.cancellation();
            this.deadline = null;
        } else {
            Cancellation own = settings.cancellation().child();
            this.cancellation = own;
            if (left.isZero()) {
                own.cancel(Cancellation.Reason.DEADLINE);
                this.deadline = null;
            } else {
                this.deadline = environment.time().schedule(left, () -> own.cancel(Cancellation.Reason.DEADLINE));
            }
        }
    }

    String id() {
        String known = id;
        if (known != null) {
            return known;
        }
        ID.compareAndSet(this, null, environment.ids().next());
        return Objects.requireNonNull(id);
    }

    @Override
    public int requests() {
        return requests;
    }

    @Override
    public @Nullable Long firstText() {
        return gate == null ? null : gate.firstText();
    }

    int nextNumber() {
        return REQUESTS.incrementAndGet(this);
    }

    boolean isEnded() {
        return ended;
    }

    /**
     * The turn of a call that is passed on.
     *
     * @throws AgentKitException that names who passed it on, when that was against the contract
     */
    static Turn admit(@Nullable Call<?> call, String who) {
        if (call == null) {
            throw new AgentKitException(ErrorKind.CONFIG, "'%s' passed on a null call".formatted(who));
        }
        Turn turn = call.turn();
        turn.ensureLive(who);
        if (!call.request().isDerivedFrom(turn.request)) {
            throw new AgentKitException(
                    ErrorKind.CONFIG,
                    "'%s' in chain '%s' passed on a request that it built from scratch; derive it from call.request()"
                            .formatted(who, turn.chain.name()));
        }
        return turn;
    }

    /** @throws AgentKitException when the answer is back already */
    void ensureLive(String who) {
        if (ended) {
            throw new AgentKitException(
                    ErrorKind.CONFIG,
                    "'%s' in chain '%s' sent a request after the call had ended; nothing was sent"
                            .formatted(who, chain.name()));
        }
    }

    synchronized boolean onAnswer(Object key, Call<?> call, BiConsumer<Call<?>, Object> action) {
        if (ended) {
            return false;
        }
        for (Answer answer = answers; answer != null; answer = answer.next()) {
            if (answer.key().equals(key)) {
                return true;
            }
        }
        answers = new Answer(key, call, action, answers);
        return true;
    }

    /** Ends the turn and tells who wanted the answer, which is null when there is none. */
    void end(@Nullable Object answer) {
        Answer told;
        synchronized (this) {
            ended = true;
            told = answers;
            answers = null;
        }
        if (gate != null) {
            gate.endTurn();
        }
        if (deadline != null) {
            deadline.cancel();
            cancellation.detach();
        }
        if (answer != null) {
            tell(told, answer);
        }
    }

    /** In the order they were registered. */
    private static void tell(@Nullable Answer last, Object answer) {
        if (last == null) {
            return;
        }
        tell(last.next(), answer);
        try {
            last.action().accept(last.call(), answer);
        } catch (Throwable failure) {
            log.warn("An answer callback failed; the answer is returned all the same", failure);
        }
    }

    boolean isListening() {
        return environment.listener() != EventListener.NONE;
    }

    boolean wants(Class<? extends Event> routine) {
        return isListening() && environment.listener().wants(routine);
    }

    void emit(Event event) {
        try {
            environment.listener().on(event);
        } catch (Throwable failure) {
            log.warn("An event listener failed on '{}'; the call goes on", event.name(), failure);
        }
    }
}
