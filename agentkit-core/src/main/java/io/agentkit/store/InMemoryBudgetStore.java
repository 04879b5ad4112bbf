package io.agentkit.store;

import io.agentkit.lock.BriefLock;
import io.agentkit.money.Money;
import io.agentkit.time.Time;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Budgets of one process, gone when it ends. Thread-safe: one lock over all of it, held for some nanoseconds, so that a request draws on
 * all its budgets in one step and no amount is ever an object of its own.
 *
 * <p>Bounded. Keys of windows that are over are forgotten, and keys of runs that nobody used for an hour; where room is short also
 * runs with nothing under way that were used a short time ago, whose budget then starts anew. Other keys of a budget without windows are
 * never forgotten: rather are new keys refused.
 *
 * <p>A lease is over when two looks at the clock say so, of which the first was after the reservation: after one lease at the earliest.
 * The clock is looked at where a window may have ended and before a request is refused, not on the path of every call.
 */
public final class InMemoryBudgetStore implements BudgetStore {

    /** Most keys of all budgets together, by default. */
    public static final int DEFAULT_MAX_KEYS = 100_000;

    /** Before every moment: nothing is due then. */
    private static final long NOT_READ = Long.MIN_VALUE;

    private static final List<BudgetThreshold> NONE_CROSSED = List.of();

    private static final Comparator<BudgetAccount> BY_KEY = Comparator.comparing(account -> account.key.value());

    private record Filled(double share, BudgetState state) {}

    private static final Comparator<Filled> FULLEST = Comparator.comparingDouble(Filled::share)
            .reversed()
            .thenComparing(filled -> filled.state().key().value());

    private final BriefLock lock = new BriefLock();
    private final Time time;
    private final AccountTable accounts;

    /** How often a key was made or reset, or has begun a window or a lease period. */
    private long epoch;

    public InMemoryBudgetStore(Time time) {
        this(time, DEFAULT_MAX_KEYS);
    }

    /** @param maxKeys most keys of all budgets together; at least 1 */
    public InMemoryBudgetStore(Time time, int maxKeys) {
        this.time = Objects.requireNonNull(time, "'time' must not be null");
        this.accounts = new AccountTable(time, maxKeys);
    }

    @Override
    public BudgetHold hold(BudgetLevels levels) {
        return new HeldInMemory(levels);
    }

    @Override
    public @Nullable BudgetRefusal reserve(BudgetHold asked) {
        HeldInMemory hold = (HeldInMemory) asked;
        BudgetLevels levels = hold.levels();
        // The clock is not read on the path of every call, only where a window may have ended, or where a lease that is
        // over leaves more to an answer.
        long now = levels.isTimed() || hold.isCuttable() ? time.epochMillis() : NOT_READ;
        lock.lock();
        try {
            hold.requireClosed();
            @Nullable BudgetAccount[] drawn = accounts.of(levels);
            if (!fits(hold, drawn, now)) {
                // What the clock has to say may make room: a window that is over, or a lease.
                BudgetRefusal refusal = refusal(hold, drawn, time.epochMillis());
                if (refusal != null) {
                    return refusal;
                }
            }
            take(hold, drawn);
            return null;
        } finally {
            lock.unlock();
        }
    }

    private boolean fits(BudgetHold hold, @Nullable BudgetAccount[] drawn, long now) {
        if (hold.isCuttable()) {
            cut(hold, drawn, now);
        }
        for (int i = 0; i < drawn.length; i++) {
            if (current(drawn, i, hold.levels().get(i), now).refuses(hold) != null) {
                return false;
            }
        }
        return true;
    }

    /** An answer that can be told to be shorter takes what all budgets have for it. */
    private void cut(BudgetHold hold, @Nullable BudgetAccount[] drawn, long now) {
        BudgetNeed need = hold.need();
        long fits = Long.MAX_VALUE;
        for (int i = 0; i < drawn.length; i++) {
            fits = Math.min(fits, current(drawn, i, hold.levels().get(i), now).fits(need));
        }
        hold.cutOutput(fits);
    }

    private @Nullable BudgetRefusal refusal(BudgetHold hold, @Nullable BudgetAccount[] drawn, long now) {
        if (hold.isCuttable()) {
            cut(hold, drawn, now);
        }
        for (int i = 0; i < drawn.length; i++) {
            BudgetLevel level = hold.levels().get(i);
            BudgetAccount account = current(drawn, i, level, now);
            BudgetRefusal.Reason reason = account.refuses(hold);
            if (reason != null) {
                account.refused();
                return new BudgetRefusal(level, reason, account.state(now));
            }
        }
        return null;
    }

    private void take(HeldInMemory hold, @Nullable BudgetAccount[] drawn) {
        if (hold.isAssumed()) {
            for (BudgetAccount account : drawn) {
                Objects.requireNonNull(account).grant(hold);
            }
        }
        for (BudgetAccount account : drawn) {
            Objects.requireNonNull(account).reserve(hold);
        }
        hold.open(epoch);
    }

    /** The account of a level as it is now. */
    private BudgetAccount current(@Nullable BudgetAccount[] drawn, int i, BudgetLevel level, long now) {
        BudgetAccount account = drawn[i];
        if (account == null || !account.isAt(level)) {
            account = accounts.open(level, ++epoch, drawn);
            drawn[i] = account;
        }
        account.touched = accounts.mark();
        if (now >= account.periods.turn) {
            look(account, now);
        }
        return account;
    }

    private void look(BudgetAccount account, long now) {
        if (account.periods.isOver(now)) {
            accounts.history.add(account.past());
        }
        epoch++;
        account.look(now, epoch);
    }

    @Override
    public List<BudgetThreshold> settle(BudgetHold settled, Money usd, long tokens, long calls) {
        HeldInMemory hold = (HeldInMemory) settled;
        BudgetLevels levels = hold.levels();
        long now = levels.isTimed() ? time.epochMillis() : NOT_READ;
        lock.lock();
        try {
            hold.close(epoch, now);
            @Nullable BudgetAccount[] drawn = accounts.of(levels);
            for (int i = 0; i < drawn.length; i++) {
                release(hold, settling(drawn, i, levels.get(i)), levels.isReserving(i));
            }
            return book(hold, drawn, usd, tokens, calls, now);
        } finally {
            lock.unlock();
        }
    }

    /** The account of a level that has reserved: whatever its limits are now, and a new one when it was forgotten meanwhile. */
    private BudgetAccount settling(@Nullable BudgetAccount[] drawn, int i, BudgetLevel level) {
        BudgetAccount account = drawn[i];
        if (account == null || account.isForgotten()) {
            account = accounts.open(level, ++epoch, null);
            drawn[i] = account;
        }
        return account;
    }

    /** Nothing is left to give back when the window that reserved is over, or the lease. */
    private static void release(HeldInMemory hold, BudgetAccount account, boolean whole) {
        if (hold.epoch >= account.periods.since) {
            account.release(hold, whole);
        } else if (hold.epoch >= account.periods.olderSince) {
            account.releaseOlder(hold, whole);
        }
    }

    @Override
    public List<BudgetThreshold> correct(BudgetHold settled, Money usd, long tokens, long calls) {
        HeldInMemory hold = (HeldInMemory) settled;
        BudgetLevels levels = hold.levels();
        long now = levels.isTimed() ? time.epochMillis() : NOT_READ;
        lock.lock();
        try {
            @Nullable BudgetAccount[] drawn = accounts.of(levels);
            for (int i = 0; i < drawn.length; i++) {
                settling(drawn, i, levels.get(i));
            }
            return book(hold, drawn, usd, tokens, calls, now);
        } finally {
            lock.unlock();
        }
    }

    /** Books in the window that reserved, also when the next one has begun meanwhile. */
    private List<BudgetThreshold> book(
            HeldInMemory hold, @Nullable BudgetAccount[] drawn, Money usd, long tokens, long calls, long now) {
        List<BudgetThreshold> crossed = NONE_CROSSED;
        for (int i = 0; i < drawn.length; i++) {
            BudgetAccount account = Objects.requireNonNull(drawn[i]);
            if (hold.epoch < account.periods.windowSince) {
                accounts.history.book(account.key, hold.epoch, usd, tokens, calls);
                continue;
            }
            if (hold.settled < account.restarted) {
                // What was booked for it is forgotten: nothing of it can be given back.
                account.book(usd.max(Money.ZERO), Math.max(0, tokens), calls, now, now);
            } else {
                account.book(usd, tokens, calls, hold.settledAt, now);
            }
            int percent = account.crossed();
            if (percent > 0) {
                crossed = new ArrayList<>(crossed);
                crossed.add(new BudgetThreshold(hold.levels().get(i), percent, account.state(now)));
            }
        }
        return crossed;
    }

    @Override
    public Instant now() {
        return time.now();
    }

    @Override
    public @Nullable BudgetState find(BudgetKey key) {
        long now = time.epochMillis();
        lock.lock();
        try {
            BudgetAccount account = accounts.find(key);
            return account == null ? null : shown(account, now);
        } finally {
            lock.unlock();
        }
    }

    /** What an account has at the moment; null when it was not used in the window that holds it. */
    private @Nullable BudgetState shown(BudgetAccount account, long now) {
        if (account.periods.isOver(now)) {
            return null;
        }
        if (now >= account.periods.turn) {
            look(account, now);
        }
        return account.state(now);
    }

    @Override
    public List<BudgetState> history(BudgetKey key, int size) {
        long now = time.epochMillis();
        lock.lock();
        try {
            BudgetAccount account = accounts.find(key);
            if (account != null && account.periods.isOver(now)) {
                look(account, now);
            }
            return accounts.history.of(key, size);
        } finally {
            lock.unlock();
        }
    }

    /** Holds the lock for one look at each key, not for sorting all of them: every call waits meanwhile. */
    @Override
    public List<BudgetState> fullest(String budget, BudgetLimits limits, int size) {
        long now = time.epochMillis();
        PriorityQueue<Filled> emptiest = new PriorityQueue<>(FULLEST.reversed());
        lock.lock();
        try {
            for (BudgetAccount account : accounts.all()) {
                BudgetState state = account.key.budget().equals(budget) ? shown(account, now) : null;
                if (state == null) {
                    continue;
                }
                emptiest.add(new Filled(limits.usedShare(state.spent()), state));
                if (emptiest.size() > size) {
                    emptiest.remove();
                }
            }
        } finally {
            lock.unlock();
        }
        return emptiest.stream().sorted(FULLEST).map(Filled::state).toList();
    }

    @Override
    public List<BudgetState> page(String budget, @Nullable String after, int size) {
        long now = time.epochMillis();
        PriorityQueue<BudgetAccount> smallest = new PriorityQueue<>(BY_KEY.reversed());
        List<BudgetState> page = new ArrayList<>();
        lock.lock();
        try {
            for (BudgetAccount account : accounts.all()) {
                String key = account.key.value();
                boolean wanted = account.key.budget().equals(budget)
                        && !account.periods.isOver(now)
                        && (after == null || key.compareTo(after) > 0);
                if (wanted && (smallest.size() < size || BY_KEY.compare(account, smallest.element()) < 0)) {
                    smallest.add(account);
                    if (smallest.size() > size) {
                        smallest.remove();
                    }
                }
            }
            smallest.forEach(account -> page.add(Objects.requireNonNull(shown(account, now))));
        } finally {
            lock.unlock();
        }
        page.sort(Comparator.comparing(state -> state.key().value()));
        return List.copyOf(page);
    }

    @Override
    public long count(String budget) {
        long now = time.epochMillis();
        lock.lock();
        try {
            return accounts.all().stream()
                    .filter(account -> account.key.budget().equals(budget) && !account.periods.isOver(now))
                    .count();
        } finally {
            lock.unlock();
        }
    }

    /** How many keys of all budgets there are. */
    int size() {
        lock.lock();
        try {
            return accounts.all().size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void reset(BudgetKey key) {
        lock.lock();
        try {
            BudgetAccount account = accounts.find(key);
            if (account != null) {
                account.restart(++epoch);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void resetAll(String budget) {
        lock.lock();
        try {
            long now = ++epoch;
            accounts.all().stream()
                    .filter(account -> account.key.budget().equals(budget))
                    .forEach(account -> account.restart(now));
        } finally {
            lock.unlock();
        }
    }
}
