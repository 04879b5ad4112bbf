package io.agentkit;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Groups the calls of one piece of work: a question with all its rounds of tools, or a job of an application. Budgets, spend and audit
 * speak of runs. An agent that runs inside a tool has a child run of its own, one level deeper.
 *
 * <p>{@link #open} makes a run current on its thread until it is closed; other threads get it by context propagation. Thread-safe, but
 * {@link #close} belongs on the thread that opened it.
 */
public final class Run implements AutoCloseable {

    /** No deadline. */
    private static final long NEVER = Long.MAX_VALUE;

    /** Longer deadlines would overflow the clock, and nobody waits for them. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private static final AtomicReferenceFieldUpdater<Run, @Nullable ToolCallLedger> LEDGER =
            AtomicReferenceFieldUpdater.newUpdater(Run.class, ToolCallLedger.class, "toolCalls");
    private static final AtomicReferenceFieldUpdater<Run, @Nullable RunSpend> FIRST =
            AtomicReferenceFieldUpdater.newUpdater(Run.class, RunSpend.class, "first");

    private final @Nullable Run parent;

    /** The tool that it was begun in; null for none. */
    private final @Nullable RunFrame tool;

    private final ChainEnvironment environment;
    private final Scope scope;
    private final int depth;
    private final long deadline;
    private final boolean named;
    private final @Nullable Known known;
    private final @Nullable String agent;
    // Fields with updaters instead of atomic objects: most runs are one call long and are made on its path.
    private volatile @Nullable ToolCallLedger toolCalls;
    private volatile @Nullable String id;
    private volatile @Nullable Kept kept;
    // The first booking stays as it is, since many runs have no other. What follows is added up, the first included.
    private volatile @Nullable RunSpend first;
    private volatile @Nullable RunTally all;
    private volatile @Nullable Stragglers stragglers;
    private @Nullable RunFrame frame;

    private record Kept(Object key, Object value, @Nullable Kept next) {}

    /** What a run has that is opened under an id. */
    private record Known(String id, RunTotals past, RunTally books) {

        static Known of(String id, RunHistory history) {
            if (history instanceof RecentRuns recent) {
                RunTally books = recent.books(id);
                return new Known(id, orNone(books.totals()), books);
            }
            RunTotals past = orNone(history.find(id));
            return new Known(id, past, new RunTally(past));
        }

        private static RunTotals orNone(@Nullable RunTotals found) {
            return found == null || found.equals(RunTotals.NONE) ? RunTotals.NONE : found;
        }
    }

    private Run(
            @Nullable RunFrame within,
            ChainEnvironment environment,
            boolean named,
            @Nullable Known known,
            Scope scope,
            @Nullable String agent,
            long deadline) {
        this.agent = agent;
        this.parent = within == null ? null : within.run();
        this.tool = within == null ? null : within.tool();
        this.environment = environment;
        this.named = named;
        this.known = known;
        this.scope = scope;
        this.depth = parent == null ? 0 : parent.depth + 1;
        this.deadline = deadline;
    }

    /** A run without a name for one call that nobody grouped. */
    static Run implicit(@Nullable RunFrame within, ChainEnvironment environment) {
        Run parent = within == null ? null : within.run();
        return parent == null
                ? new Run(null, environment, false, null, Scope.NONE, null, NEVER)
                : new Run(within, environment, false, null, parent.scope, null, parent.deadline);
    }

    /**
     * Starts a run and makes it the current one of this thread. Inside another run it is a child: it inherits scope and deadline, both of
     * which it can narrow.
     */
    public static Run open(ChainEnvironment environment, Consumer<Spec> customizer) {
        Run run = create(environment, customizer);
        run.frame = RunFrame.enter(run, false);
        return run;
    }

    /** Starts a run without making it current; for callers that carry it themselves. */
    public static Run create(ChainEnvironment environment, Consumer<Spec> customizer) {
        return create(RunFrame.current(), environment, customizer);
    }

    /** As {@link #create(ChainEnvironment, Consumer)}, inside what a bridge captured elsewhere; null for outside any run. */
    public static Run create(@Nullable RunFrame within, ChainEnvironment environment, Consumer<Spec> customizer) {
        Run parent = within == null ? null : within.run();
        Spec spec = new Spec();
        customizer.accept(spec);
        long deadline = parent == null ? NEVER : parent.deadline;
        Duration limit = spec.limit;
        if (limit != null) {
            Duration bounded = limit.compareTo(LONGEST) > 0 ? LONGEST : limit;
            long own = environment.time().nanoTime() + Math.max(0, bounded.toNanos());
            deadline = deadline == NEVER || own - deadline < 0 ? own : deadline;
        }
        Scope scope = parent == null ? spec.scope : parent.scope.with(spec.scope);
        Known known = spec.id == null ? null : Known.of(spec.id, environment.runs());
        String agent = ownAgent(within, spec.scope.get(Scope.AGENT));
        return new Run(within, environment, true, known, scope, agent, deadline);
    }

    /** The same agent outside a tool goes on with its work, and does not ask itself. */
    private static @Nullable String ownAgent(@Nullable RunFrame within, @Nullable String agent) {
        boolean goesOn = within != null
                && !within.insideTool()
                && Objects.equals(agent, within.run().scope().get(Scope.AGENT));
        return goesOn ? null : agent;
    }

    /** The run that calls on this thread belong to; null outside any. */
    public static @Nullable Run current() {
        RunFrame frame = RunFrame.current();
        return frame == null ? null : frame.run();
    }

    /** Whether this thread is inside a tool of the current run, so that a model called here is a nested agent. */
    public static boolean isInsideTool() {
        RunFrame frame = RunFrame.current();
        return frame != null && frame.insideTool();
    }

    /**
     * For bridges: the run that a model call made on this thread belongs to: the current one, inside a tool a child of it, and outside any
     * run a new one.
     */
    public static Run forModelCall(ChainEnvironment environment) {
        RunFrame frame = RunFrame.current();
        if (frame == null) {
            return implicit(null, environment);
        }
        return frame.insideTool() ? implicit(frame, environment) : frame.run();
    }

    /** Makes this run current on this thread until the frame is closed; for bridges that carry runs over threads. */
    public RunFrame enter() {
        return RunFrame.enter(this, false);
    }

    /** For bridges: this run as something that a context can carry. It is current nowhere yet. */
    public RunFrame frame() {
        return RunFrame.detached(this);
    }

    /**
     * Has everything that happens in a stream belong to this run, and closes the run on this thread: for methods that return a stream
     * before anybody has subscribed to it.
     *
     * @param publisher a stream of a library that a {@link RunCarrier} knows, such as Reactor's
     * @throws IllegalArgumentException when none knows it
     */
    public <P> P wrap(P publisher) {
        close();
        return RunCarriers.carry(publisher, frame());
    }

    /** As {@link #enter()}, for the time a tool of this run works. */
    public RunFrame enterTool() {
        return RunFrame.enter(this, true);
    }

    /** Unique; letters, digits and what an application chose itself. */
    public String id() {
        if (known != null) {
            return known.id();
        }
        String made = id;
        return made == null ? makeId() : made;
    }

    private synchronized String makeId() {
        String made = id;
        if (made == null) {
            made = environment.ids().next();
            remember(made);
            id = made;
        }
        return made;
    }

    /** Nobody can come back to a run whose id nobody has asked for. */
    private void remember(String asked) {
        if (named && environment.runs() instanceof RecentRuns recent) {
            recent.keep(asked, tally());
        }
    }

    /** Whether somebody opened it, so that its id may be looked for; otherwise it was made for one call that nobody grouped. */
    public boolean isNamed() {
        return named;
    }

    /** What it had used under its id before it was opened here, perhaps in another process; nothing for a new one. */
    public RunTotals past() {
        return known == null ? RunTotals.NONE : known.past();
    }

    /**
     * For middlewares that count the turns of runs: adds to those of this one and tells how many there are then, with those of the
     * {@link #past}.
     *
     * @param more less than 0 for turns that were not made after all
     */
    public long addTurns(long more) {
        return tally().addTurns(more);
    }

    boolean isGrouped() {
        for (Run run = this; run != null; run = run.parent) {
            if (run.named) {
                return true;
            }
        }
        return false;
    }

    public Scope scope() {
        return scope;
    }

    /** How deeply agents are nested: 0 for the outermost run. */
    public int depth() {
        return depth;
    }

    /** The agent that begins its work with this run, and does not go on with it from the run around; null when none does. */
    public @Nullable String ownAgent() {
        return agent;
    }

    /** The run that this one is nested in; null for the outermost. */
    public @Nullable Run parent() {
        return parent;
    }

    /** The outermost run. */
    public Run root() {
        Run run = this;
        while (run.parent != null) {
            run = run.parent;
        }
        return run;
    }

    /** What is left until the deadline, which may be nothing; null without a deadline. */
    public @Nullable Duration remaining(Time time) {
        return deadline == NEVER ? null : Duration.ofNanos(Math.max(0, deadline - time.nanoTime()));
    }

    /** Used so far, by this run and the runs inside it, with what it had used in the {@link #past}. */
    public RunSpend spend() {
        RunTally books = known == null ? all : known.books();
        return books == null ? begun() : books.total();
    }

    /** How many replies have asked for tools so far. */
    public int toolRounds() {
        ToolCallLedger ledger = toolCalls;
        return ledger == null ? 0 : ledger.rounds();
    }

    /** The tool calls that models asked for and that were not made yet. */
    public ToolCallLedger toolCalls() {
        ToolCallLedger ledger = toolCalls;
        if (ledger == null) {
            LEDGER.compareAndSet(this, null, new ToolCallLedger());
            ledger = Objects.requireNonNull(toolCalls);
        }
        return ledger;
    }

    /** What was kept for the key (the same object); null when nothing was. */
    public @Nullable Object kept(Object key) {
        for (Kept each = kept; each != null; each = each.next()) {
            if (each.key() == key) {
                return each.value();
            }
        }
        return null;
    }

    /** For middlewares: keeps what was worked out for this run as long as the run, in place of what was kept for the key before. */
    public synchronized void keep(Object key, Object value) {
        Kept rest = null;
        for (Kept each = kept; each != null; each = each.next()) {
            if (each.key() != key) {
                rest = new Kept(each.key(), each.value(), rest);
            }
        }
        kept = new Kept(key, value, rest);
    }

    /** Books a request on this run and the runs that it is nested in. */
    void add(Usage usage, @Nullable Money usd) {
        for (Run run = this; run != null; run = run.parent) {
            if (!run.sharesBooks(this)) {
                run.book(usage, usd);
            }
            if (run.tool != null) {
                run.tool.book(usage, usd);
            }
        }
    }

    /** Whether one of the runs from the innermost to this one was opened under the same id, and has booked for both. */
    private boolean sharesBooks(Run innermost) {
        RunTally own = known == null ? all : known.books();
        for (Run run = innermost; own != null && run != this; run = Objects.requireNonNull(run.parent)) {
            if (own == (run.known == null ? run.all : run.known.books())) {
                return true;
            }
        }
        return false;
    }

    private void book(Usage usage, @Nullable Money usd) {
        if (known == null && first == null) {
            RunSpend spend = new RunSpend(1, usage, usd == null ? Money.ZERO : usd, RunTally.isExact(usage, usd));
            if (FIRST.compareAndSet(this, null, spend)) {
                return;
            }
        }
        tally().add(usage, usd);
    }

    /** Books a request anew; one that has counted as nothing for the first time. */
    void correct(Correction correction) {
        for (Run run = this; run != null; run = run.parent) {
            if (!run.sharesBooks(this)) {
                run.tally().correct(correction);
            }
            if (run.tool != null) {
                run.tool.correct(correction);
            }
        }
    }

    private RunSpend begun() {
        RunSpend one = first;
        return one == null ? RunSpend.NONE : one;
    }

    private RunTally tally() {
        RunTally books = known == null ? all : known.books();
        return books == null ? makeTally() : books;
    }

    private synchronized RunTally makeTally() {
        RunTally made = all;
        if (made == null) {
            // From here on nothing is booked as the first any more.
            FIRST.compareAndSet(this, null, RunSpend.NONE);
            made = new RunTally(begun());
            all = made;
        }
        return made;
    }

    /**
     * For middlewares that return before all of their requests have ended: has the end of this run, and of those that it is nested in, wait
     * for one, at most two seconds in all, so that what it used is in the {@link #spend()}.
     *
     * @return to be run once when the request has ended
     */
    public Runnable straggler(Time time) {
        List<Stragglers> waiting = new ArrayList<>(2);
        for (Run run = this; run != null; run = run.parent) {
            Stragglers own = run.stragglers(time);
            own.begun();
            waiting.add(own);
        }
        return () -> waiting.forEach(Stragglers::ended);
    }

    private Stragglers stragglers(Time time) {
        Stragglers known = stragglers;
        return known == null ? makeStragglers(time) : known;
    }

    private synchronized Stragglers makeStragglers(Time time) {
        Stragglers made = stragglers;
        if (made == null) {
            made = new Stragglers(time);
            stragglers = made;
        }
        return made;
    }

    /**
     * Makes what was current before {@link #open} current again. Waits for requests that lost a race and have not ended yet, at most two
     * seconds and not beyond the deadline. Spend can still be read, and calls that go on still count.
     */
    @Override
    public void close() {
        RunFrame opened = frame;
        if (opened != null) {
            frame = null;
            opened.close();
            String asked = known == null ? id : known.id();
            if (asked != null) {
                remember(asked);
            }
        }
        Stragglers left = stragglers;
        if (left != null) {
            left.await(this::remaining);
        }
    }

    @Override
    public String toString() {
        return "Run[" + id() + ", depth=" + depth + "]";
    }

    /** What a run is to be. Not thread-safe. */
    public static final class Spec {

        private Scope scope = Scope.NONE;
        private @Nullable String id;
        private @Nullable Duration limit;

        private Spec() {}

        public Spec tenant(String value) {
            return scope(Scope.TENANT, value);
        }

        public Spec user(String value) {
            return scope(Scope.USER, value);
        }

        public Spec agent(String value) {
            return scope(Scope.AGENT, value);
        }

        /** Any other key for budgets and reports. */
        public Spec scope(String key, String value) {
            scope = scope.with(key, value);
            return this;
        }

        /**
         * An identifier of the application's own; one is made up otherwise. It has to be a new one for each piece of work, and the same one
         * when that is repeated or gone on with: tool calls are known again by it, and what it used counts on.
         */
        public Spec id(String value) {
            id = value;
            return this;
        }

        /** Calls that are not over by then are cancelled. No deadline by default. */
        public Spec deadline(Duration fromNow) {
            limit = fromNow;
            return this;
        }
    }
}
