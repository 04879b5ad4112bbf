package io.agentkit.store;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Budgets of one process, gone when it ends. Thread-safe: one lock over all of it, held for some nanoseconds, so that a request draws on
 * all its budgets in one step and no amount is ever an object of its own.
 *
 * <p>Bounded. Keys of windows that are over are forgotten, and keys of runs that nobody used for an hour; where room is short also
 * runs with nothing under way that were used a short time ago, whose budget then starts anew. Other keys of a budget without windows are
 * never forgotten: rather are new keys refused.
 */
public final class InMemoryBudgetStore implements BudgetStore {

    /** Most keys of all budgets together, by default. */
    public static final int DEFAULT_MAX_KEYS = 100_000;

    private static final Duration SWEEP = Duration.ofMinutes(10);

    private static final Duration IDLE = Duration.ofHours(1);

    /** When half of the room is taken. */
    private static final Duration HURRIED_SWEEP = Duration.ofSeconds(10);

    private static final Duration HURRIED_IDLE = Duration.ofMinutes(1);

    private static final Comparator<BudgetAccount> BY_KEY = Comparator.comparing(account -> account.key.value());

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<BudgetKey, BudgetAccount> accounts = new HashMap<>();
    private final Time time;
    private final int maxKeys;
    private final IdleMarks marks;
    private long fullUntil;

    public InMemoryBudgetStore(Time time) {
        this(time, DEFAULT_MAX_KEYS);
    }

    /** @param maxKeys most keys of all budgets together; at least 1 */
    public InMemoryBudgetStore(Time time, int maxKeys) {
        if (maxKeys < 1) {
            throw new IllegalArgumentException("'maxKeys' must be at least 1 (was %d)".formatted(maxKeys));
        }
        this.time = Objects.requireNonNull(time, "'time' must not be null");
        this.maxKeys = maxKeys;
        this.marks = new IdleMarks(time.nanoTime());
        this.fullUntil = time.nanoTime();
    }

    @Override
    public @Nullable BudgetRefusal reserve(BudgetHold hold) {
        List<BudgetLevel> levels = hold.levels();
        HeldInMemory held = held(hold);
        // The clock is not read on the path of every call, only where a window may have ended.
        Instant now = isWindowed(levels) ? time.now() : null;
        lock.lock();
        try {
            if (held.open) {
                throw new IllegalStateException("The hold is reserved already");
            }
            for (int i = 0; i < levels.size(); i++) {
                BudgetLevel level = levels.get(i);
                BudgetAccount account = account(level, now);
                BudgetRefusal.Reason reason = account.refuses(level, hold.need());
                if (reason != null) {
                    account.refused();
                    return new BudgetRefusal(level, reason, account.state());
                }
                held.accounts[i] = account;
            }
            for (int i = 0; i < levels.size(); i++) {
                held.take(i, Objects.requireNonNull(held.accounts[i]), levels.get(i), hold.need());
            }
            held.open = true;
            return null;
        } finally {
            lock.unlock();
        }
    }

    private static HeldInMemory held(BudgetHold hold) {
        if (hold.state() instanceof HeldInMemory held) {
            return held;
        }
        HeldInMemory held = new HeldInMemory(hold.levels().size());
        hold.state(held);
        return held;
    }

    private static boolean isWindowed(List<BudgetLevel> levels) {
        for (int i = 0; i < levels.size(); i++) {
            if (levels.get(i).window().kind() != BudgetWindow.Kind.NONE) {
                return true;
            }
        }
        return false;
    }

    private BudgetAccount account(BudgetLevel level, @Nullable Instant now) {
        BudgetAccount account = known(level);
        if (account == null) {
            makeRoom();
            account = new BudgetAccount(this, level, now == null ? Instant.EPOCH : now);
            accounts.put(level.key(), account);
            level.state(account);
        } else if (now != null) {
            account.roll(now);
        }
        account.touched = marks.mark();
        return account;
    }

    /** The level leads to its account without a look-up, until the account is forgotten. */
    private @Nullable BudgetAccount known(BudgetLevel level) {
        if (level.state() instanceof BudgetAccount noted && noted.owner == this && !noted.forgotten) {
            return noted;
        }
        BudgetAccount found = accounts.get(level.key());
        if (found != null) {
            level.state(found);
        }
        return found;
    }

    private void makeRoom() {
        long now = time.nanoTime();
        boolean crowded = accounts.size() >= maxKeys / 2;
        boolean full = accounts.size() >= maxKeys;
        if (full && now - fullUntil < 0) {
            throw full();
        }
        if (full || marks.isDue(now, crowded ? HURRIED_SWEEP : SWEEP)) {
            marks.sweep(now);
            forget(now, crowded ? HURRIED_IDLE : IDLE);
        }
        if (accounts.size() >= maxKeys) {
            forget(now, Duration.ZERO);
        }
        if (accounts.size() >= maxKeys) {
            // Looking through all keys for each request that is refused would hold up those that are not.
            fullUntil = now + HURRIED_SWEEP.toNanos();
            throw full();
        }
    }

    private AgentKitException full() {
        return new AgentKitException(
                ErrorKind.STORE,
                "The budgets in memory have their most keys, %d, and none can be forgotten".formatted(maxKeys));
    }

    private void forget(long now, Duration idle) {
        Instant moment = time.now();
        accounts.values().removeIf(account -> {
            account.forgotten = account.isIdle()
                    && (account.isOver(moment)
                            || (account.passing && marks.idleNanos(account.touched, now) >= idle.toNanos()));
            return account.forgotten;
        });
    }

    @Override
    public void settle(BudgetHold hold, BudgetAmounts used) {
        HeldInMemory held = held(hold);
        lock.lock();
        try {
            if (!held.open) {
                throw new IllegalStateException("The hold is not reserved");
            }
            held.open = false;
            for (int i = 0; i < held.accounts.length; i++) {
                BudgetAccount account = Objects.requireNonNull(held.accounts[i]);
                held.settle(i, account, used);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void correct(BudgetHold hold, BudgetAmounts difference) {
        HeldInMemory held = held(hold);
        lock.lock();
        try {
            for (int i = 0; i < held.accounts.length; i++) {
                BudgetAccount account = held.accounts[i];
                if (account != null) {
                    held.book(i, account, difference);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Instant now() {
        return time.now();
    }

    @Override
    public @Nullable BudgetState find(BudgetKey key) {
        Instant now = time.now();
        lock.lock();
        try {
            BudgetAccount account = accounts.get(key);
            return account == null || account.isOver(now) ? null : account.state();
        } finally {
            lock.unlock();
        }
    }

    /** Holds the lock for one look at each key, not for sorting all of them: every call waits meanwhile. */
    @Override
    public List<BudgetState> page(String budget, @Nullable String after, int size) {
        Instant now = time.now();
        PriorityQueue<BudgetAccount> smallest = new PriorityQueue<>(BY_KEY.reversed());
        List<BudgetState> page = new ArrayList<>();
        lock.lock();
        try {
            for (BudgetAccount account : accounts.values()) {
                String key = account.key.value();
                boolean wanted = account.key.budget().equals(budget)
                        && !account.isOver(now)
                        && (after == null || key.compareTo(after) > 0);
                if (wanted && (smallest.size() < size || BY_KEY.compare(account, smallest.element()) < 0)) {
                    smallest.add(account);
                    if (smallest.size() > size) {
                        smallest.remove();
                    }
                }
            }
            smallest.forEach(account -> page.add(account.state()));
        } finally {
            lock.unlock();
        }
        page.sort(Comparator.comparing(state -> state.key().value()));
        return List.copyOf(page);
    }

    @Override
    public long count(String budget) {
        Instant now = time.now();
        lock.lock();
        try {
            return accounts.values().stream()
                    .filter(account -> account.key.budget().equals(budget) && !account.isOver(now))
                    .count();
        } finally {
            lock.unlock();
        }
    }

    /** How many keys of all budgets there are. */
    int size() {
        lock.lock();
        try {
            return accounts.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void reset(BudgetKey key) {
        lock.lock();
        try {
            BudgetAccount account = accounts.get(key);
            if (account != null) {
                account.reset();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void resetAll(String budget) {
        lock.lock();
        try {
            accounts.values().stream()
                    .filter(account -> account.key.budget().equals(budget))
                    .forEach(BudgetAccount::reset);
        } finally {
            lock.unlock();
        }
    }
}
