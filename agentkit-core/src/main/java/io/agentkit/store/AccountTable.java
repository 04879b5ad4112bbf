package io.agentkit.store;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.time.Time;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The accounts of all keys, bounded, and what is kept of those that were forgotten. Guarded by the store's lock. */
final class AccountTable {

    private static final Duration SWEEP = Duration.ofMinutes(10);

    private static final Duration IDLE = Duration.ofHours(1);

    /** When half of the room is taken. */
    private static final Duration HURRIED_SWEEP = Duration.ofSeconds(10);

    private static final Duration HURRIED_IDLE = Duration.ofMinutes(1);

    private static final int MOST_PAST_WINDOWS = 20_000;

    final BudgetHistory history = new BudgetHistory(MOST_PAST_WINDOWS);
    private final Map<BudgetKey, BudgetAccount> accounts = new HashMap<>();
    private final Time time;
    private final int maxKeys;
    private final IdleMarks marks;
    private long fullUntil;

    /** What a {@link BudgetLevels} leads to without a look-up, until an account is forgotten. */
    private record Drawn(AccountTable table, @Nullable BudgetAccount[] accounts) {}

    AccountTable(Time time, int maxKeys) {
        if (maxKeys < 1) {
            throw new IllegalArgumentException("'maxKeys' must be at least 1 (was %d)".formatted(maxKeys));
        }
        this.time = time;
        this.maxKeys = maxKeys;
        this.marks = new IdleMarks(time.nanoTime());
        this.fullUntil = time.nanoTime();
    }

    /** The accounts of the levels as they were noted: one may be missing, forgotten or under other limits. */
    @Nullable
    BudgetAccount[] of(BudgetLevels levels) {
        if (levels.state() instanceof Drawn drawn && drawn.table() == this) {
            return drawn.accounts();
        }
        Drawn drawn = new Drawn(this, new BudgetAccount[levels.size()]);
        levels.state(drawn);
        return drawn.accounts();
    }

    /**
     * The level's account under its limits, which is a new one when there was none.
     *
     * @param drawn the accounts of the same request, which must not make room for it; null when the new one needs no room, since what was
     *     used is booked in any case
     */
    BudgetAccount open(BudgetLevel level, long epoch, @Nullable BudgetAccount @Nullable [] drawn) {
        BudgetAccount account = accounts.get(level.key());
        if (account == null) {
            if (drawn != null) {
                makeRoom(drawn);
            }
            account = new BudgetAccount(level, time.epochMillis(), epoch);
            accounts.put(level.key(), account);
        } else {
            account.adopt(level);
        }
        return account;
    }

    @Nullable
    BudgetAccount find(BudgetKey key) {
        return accounts.get(key);
    }

    Collection<BudgetAccount> all() {
        return accounts.values();
    }

    /** What an account that is used has to note. */
    int mark() {
        return marks.mark();
    }

    private void makeRoom(@Nullable BudgetAccount[] drawn) {
        long now = time.nanoTime();
        boolean crowded = accounts.size() >= maxKeys / 2;
        boolean full = accounts.size() >= maxKeys;
        if (full && now - fullUntil < 0) {
            throw full();
        }
        if (full || marks.isDue(now, crowded ? HURRIED_SWEEP : SWEEP)) {
            marks.sweep(now);
            forget(now, crowded ? HURRIED_IDLE : IDLE, drawn);
        }
        if (accounts.size() >= maxKeys) {
            forget(now, Duration.ZERO, drawn);
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

    private void forget(long now, Duration idle, @Nullable BudgetAccount[] drawn) {
        long moment = time.epochMillis();
        accounts.values().removeIf(account -> {
            if (!account.isIdle() || isAmong(drawn, account)) {
                return false;
            }
            boolean over = account.periods.isOver(moment);
            boolean passed = account.isPassing() && marks.idleNanos(account.touched, now) >= idle.toNanos();
            if (over) {
                history.add(account.past());
            }
            if (over || passed) {
                account.forget();
            }
            return over || passed;
        });
    }

    private static boolean isAmong(@Nullable BudgetAccount[] drawn, BudgetAccount account) {
        for (BudgetAccount each : drawn) {
            if (each == account) {
                return true;
            }
        }
        return false;
    }
}
