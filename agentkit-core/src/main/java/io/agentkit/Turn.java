package io.agentkit;

import io.agentkit.chat.Request;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.time.Time;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call as the application made it, with the state that all copies of it share until its answer is back. Every call makes one of these, so
 * it holds what every call needs and leaves the rest to {@link TurnDetails}.
 */
final class Turn<Q extends Request> extends Call<Q> implements CallMeta {

    @SuppressWarnings("rawtypes") // class literals have no parameters
    private static final AtomicIntegerFieldUpdater<Turn> REQUESTS =
            AtomicIntegerFieldUpdater.newUpdater(Turn.class, "requests");

    @SuppressWarnings("rawtypes") // class literals have no parameters
    private static final AtomicReferenceFieldUpdater<Turn, @Nullable Object> ANSWERS =
            AtomicReferenceFieldUpdater.newUpdater(Turn.class, Object.class, "answers");

    @SuppressWarnings("rawtypes") // class literals have no parameters
    private static final AtomicReferenceFieldUpdater<Turn, @Nullable Object> COUNTED =
            AtomicReferenceFieldUpdater.newUpdater(Turn.class, Object.class, "counted");

    @SuppressWarnings("rawtypes") // class literals have no parameters
    private static final AtomicReferenceFieldUpdater<Turn, @Nullable Usage> FIRST =
            AtomicReferenceFieldUpdater.newUpdater(Turn.class, Usage.class, "first");

    /** Stands in for what the first request used once that is booked on a run. */
    private static final Usage BOOKED = Usage.of(0, 0);

    /** Stands in for who wants the answer once it is back. */
    private static final Object ENDED = new Object();

    /** The same where it is the answer of a request. */
    private static final Object ANSWERED = new Object();

    final Handler<Q, ?> handler;

    /** A reply that passed the checks, so that the same object is not checked twice. Races only have it checked again. */
    @Nullable
    Object checked;

    /** Set before anybody else sees the call. */
    private long started;

    private volatile int requests;

    /** {@link WhoAsked}, or {@link #ENDED} or {@link #ANSWERED} once the call is over. */
    private volatile @Nullable Object answers;

    /**
     * The {@link CountedRequests}, or, once the call is over, the {@link Use} of those that gave no answer. Changed without the lock only
     * while requests come in.
     */
    private volatile @Nullable Object counted;

    /** What the first request used, for a run that nobody asked for yet. */
    private volatile @Nullable Usage first;

    /** The price of that; written before it. */
    private @Nullable Money firstUsd;

    // From here on guarded by this object's lock once others see the call. Run and details may be read without it: who
    // sees an old null asks again under the lock, and both are safe to pass on in a race.

    /** Null until somebody asks for the run of a call that nobody grouped: most are over before that. */
    private @Nullable Run run;

    private @Nullable TurnDetails details;

    private Turn(Handler<Q, ?> handler, @Nullable Run run, Q request, @Nullable Gate gate, Cancellation cancellation) {
        super(request, gate, cancellation);
        this.handler = handler;
        this.run = run;
    }

    static <Q extends Request> Turn<Q> start(
            Handler<Q, ?> handler, @Nullable Run run, Q request, CallSettings settings) {
        Time time = handler.environment().time();
        StreamConsumer consumer = settings.consumer();
        Gate gate = consumer == null ? null : new Gate(consumer, settings.streamMode(), time);
        Duration left = run == null ? null : run.remaining(time);
        Cancellation cancellation =
                left == null ? settings.cancellation() : settings.cancellation().child();
        Turn<Q> turn = new Turn<>(handler, run, request, gate, cancellation);
        if (settings.surroundings() != null) {
            turn.details().surroundings = settings.surroundings();
        }
        if (settings.output() != null) {
            turn.details().output = settings.output();
        }
        if (turn.isListening()) {
            turn.started = time.nanoTime();
        }
        if (left != null) {
            turn.cancelAfter(left);
        }
        return turn;
    }

    private void cancelAfter(Duration left) {
        if (left.isZero()) {
            cancellation.cancel(Cancellation.Reason.DEADLINE);
        } else {
            details().deadline =
                    environment().time().schedule(left, () -> cancellation.cancel(Cancellation.Reason.DEADLINE));
        }
    }

    @Override
    Turn<Q> turn() {
        return this;
    }

    @Override
    RequestHook[] hooks() {
        return handler.hooks();
    }

    @Override
    @Nullable
    AttributeNode attributes() {
        return null;
    }

    @Override
    @Nullable
    Endpoint<Q, ?> elsewhere() {
        return null;
    }

    @Override
    public ChainEnvironment environment() {
        return handler.environment();
    }

    @Nullable
    Gate gate() {
        return (Gate) sink;
    }

    private TurnDetails details() {
        TurnDetails known = details;
        return known == null ? makeDetails() : known;
    }

    private synchronized TurnDetails makeDetails() {
        TurnDetails made = details;
        if (made == null) {
            made = new TurnDetails();
            details = made;
        }
        return made;
    }

    @Override
    public String id() {
        return details().id(environment().ids());
    }

    @Override
    public @Nullable Object surroundings() {
        TurnDetails known = details;
        return known == null ? null : known.surroundings;
    }

    @Override
    public @Nullable WantedOutput<?> output() {
        TurnDetails known = details;
        return known == null ? null : known.output;
    }

    @Override
    public long started() {
        return started;
    }

    @Override
    public Run run() {
        Run known = run;
        return known == null ? makeRun() : known;
    }

    @Override
    public boolean isGrouped() {
        Run known = run;
        return known != null && known.isGrouped();
    }

    private synchronized Run makeRun() {
        Run made = run;
        if (made == null) {
            made = Run.implicit(null, environment());
            Usage used = FIRST.getAndSet(this, BOOKED);
            if (used != null) {
                made.add(used, firstUsd);
            }
            run = made;
        }
        return made;
    }

    /** Books what a request used, with its price, on the run. */
    void spent(int number, Usage used, @Nullable Money usd) {
        if (number == 1 && run == null && first == null) {
            firstUsd = usd;
            if (FIRST.compareAndSet(this, null, used)) {
                return;
            }
        }
        run().add(used, usd);
    }

    @Override
    public Scope scope() {
        Run known = run;
        return known == null ? Scope.NONE : known.scope();
    }

    @Override
    public int depth() {
        Run known = run;
        return known == null ? 0 : known.depth();
    }

    @Override
    public @Nullable Duration remaining() {
        Run known = run;
        return known == null ? null : known.remaining(environment().time());
    }

    @Override
    public int requests() {
        return requests;
    }

    int nextNumber() {
        return REQUESTS.incrementAndGet(this);
    }

    @Override
    public @Nullable Long firstText() {
        Gate gate = gate();
        return gate == null ? null : gate.firstText();
    }

    @Override
    public int attempts() {
        TurnDetails known = details;
        return known == null ? 1 : Math.max(1, known.attempts());
    }

    @Override
    public void attempt(int number) {
        details().attempt(number);
    }

    @Override
    public <T> @Nullable T get(Attribute<T> attribute) {
        TurnDetails known = details;
        return known == null ? null : known.get(attribute);
    }

    @Override
    public <T> void put(Attribute<T> attribute, T value) {
        details().put(attribute, value);
    }

    @Override
    public <T> T computeIfAbsent(Attribute<T> attribute, Supplier<T> value) {
        return details().computeIfAbsent(attribute, value);
    }

    boolean isEnded() {
        return isEnded(answers);
    }

    private static boolean isEnded(@Nullable Object answers) {
        return answers == ENDED || answers == ANSWERED;
    }

    /**
     * The turn of a call that is passed on.
     *
     * @throws AgentKitException that names who passed it on, when that was against the contract
     */
    static Turn<?> admit(@Nullable Call<?> call, String who) {
        if (call == null) {
            throw new AgentKitException(ErrorKind.CONFIG, "'%s' passed on a null call".formatted(who));
        }
        Turn<?> turn = call.turn();
        turn.ensureLive(who);
        if (call.request != turn.request && !call.request.isDerivedFrom(turn.request)) {
            throw new AgentKitException(
                    ErrorKind.CONFIG,
                    "'%s' in chain '%s' passed on a request that it built from scratch; derive it from call.request()"
                            .formatted(who, turn.chain()));
        }
        return turn;
    }

    /** @throws AgentKitException when the answer is back already */
    void ensureLive(String who) {
        if (isEnded()) {
            throw new AgentKitException(
                    ErrorKind.CONFIG,
                    "'%s' in chain '%s' sent a request after the call had ended; nothing was sent"
                            .formatted(who, chain()));
        }
    }

    boolean onAnswer(Call<?> call, AnswerCallback callback) {
        while (true) {
            Object known = answers;
            if (isEnded(known)) {
                return false;
            }
            if (WhoAsked.isAmong(known, callback.key())
                    || ANSWERS.compareAndSet(this, known, WhoAsked.with(known, call, callback))) {
                return true;
            }
        }
    }

    /**
     * Counts a request in; null, or what became of it when the call is over already.
     *
     * @param outlived whether the request, and not only its count, came to its end after the call if that is over
     */
    @Nullable
    Use count(Attempt<?> attempt, boolean outlived) {
        while (true) {
            Object known = counted;
            if (known instanceof Use others) {
                return leftOver(attempt, others, outlived);
            }
            if (COUNTED.compareAndSet(this, known, CountedRequests.with(known, attempt))) {
                return null;
            }
        }
    }

    /**
     * Gives a request the provider's own count; null, or what became of it when the call is over already. One that has counted as nothing is
     * to be counted in once the hooks know of it.
     */
    synchronized @Nullable Use correct(Attempt<?> attempt, Usage actual, @Nullable Money price) {
        if (counted instanceof Use others) {
            return leftOver(attempt, others, attempt.hasOutlived());
        }
        attempt.counted(actual, price);
        return null;
    }

    /** What outlived its answered call ran beside the request that answered. */
    private synchronized Use leftOver(Attempt<?> attempt, Use others, boolean outlived) {
        Use known = attempt.use();
        if (known == null) {
            known = (others == Use.RETRIES && outlived) || hasLost(attempt) ? Use.HEDGES : others;
            attempt.used(known);
        }
        return known;
    }

    /** One that had failed by then did not lose, whoever was asked again in its place. */
    private static boolean hasLost(Attempt<?> attempt) {
        return attempt.cancellation().reason() == Cancellation.Reason.LOST && attempt.status() != Outcome.Status.FAILED;
    }

    boolean isAnsweredByRequest() {
        return answers == ANSWERED;
    }

    /**
     * Ends the turn, and tells what its requests were good for and who wanted the answer.
     *
     * @param answer null when there is none
     * @param failure why there is none
     */
    void end(@Nullable Object answer, @Nullable Throwable failure) {
        Object asked = ANSWERS.getAndSet(this, ENDED);
        Use others = Use.withoutAnswer(answer != null, failure instanceof CancelledException);
        // Nothing was counted where nobody watches, and a lock for nothing is most of what a call costs.
        Object requests = COUNTED.compareAndSet(this, null, others) ? null : decide(answer, others);
        Gate gate = gate();
        if (gate != null) {
            gate.endTurn();
        }
        TurnDetails known = details;
        if (known != null && known.deadline != null) {
            known.deadline.cancel();
            cancellation.detach();
        }
        for (Object each = requests; each != null; each = CountedRequests.before(each)) {
            Settlement.used(CountedRequests.last(each));
        }
        if (answer != null) {
            if (!isAnsweredByRequest()) {
                Settlement.answeredElsewhere(this, answer);
            }
            WhoAsked.tell(asked, this, answer);
        }
    }

    /** The requests that count, each with its use. */
    private synchronized @Nullable Object decide(@Nullable Object answer, Use others) {
        Object requests = COUNTED.getAndSet(this, others);
        Attempt<?> answering = answer == null ? null : CountedRequests.answering(requests, answer);
        if (answering != null) {
            answers = ANSWERED;
        }
        for (Object each = requests; each != null; each = CountedRequests.before(each)) {
            Attempt<?> attempt = CountedRequests.last(each);
            if (attempt == answering) {
                attempt.used(Use.ANSWER);
            } else {
                attempt.used(hasLost(attempt) ? Use.HEDGES : others);
            }
        }
        return requests;
    }

    @Override
    public boolean isListening() {
        return handler.events().isListening();
    }

    @Override
    public boolean wants(Class<? extends Event> routine) {
        return handler.events().wants(routine);
    }

    @Override
    public void emit(Event event) {
        handler.events().on(event);
    }
}
