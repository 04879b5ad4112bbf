package io.agentkit.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When a key's window and its lease period began. Guarded by the store's lock.
 *
 * <p>The store does not look at each request under way: it counts an <em>epoch</em> further whenever a key begins a window or a lease
 * period, and a request is told by the epoch in which it reserved. What was reserved before the last period but one is given back.
 */
final class AccountPeriods {

    private static final long NEVER = Long.MAX_VALUE;

    private final BudgetWindow window;
    private final long lease;
    private long leaseStart;
    private long windowStart;
    private long windowEnd;

    /** When a look is due, on the clock of the windows. */
    long turn;

    /** The first epoch of this window. What was reserved before belongs to an earlier one. */
    long windowSince;

    /** The first epoch of the lease period before this one. */
    long olderSince;

    /** The first epoch of this lease period. */
    long since;

    AccountPeriods(BudgetLevel level, long now, long epoch) {
        window = level.window();
        lease = level.policy().lease().toMillis();
        // Without calendar windows nothing belongs to an earlier one, also what a key has reserved that was forgotten.
        begin(now, window.isCalendar() ? epoch : 0);
        olderSince = epoch;
        since = epoch;
    }

    private void begin(long now, long epoch) {
        windowStart = window.start(now);
        windowEnd = window.isCalendar() ? window.end(now) : NEVER;
        windowSince = epoch;
        leaseStart = now;
        aim();
    }

    private void aim() {
        turn = Math.min(windowEnd, leaseStart + lease);
    }

    /** Whether another window holds the moment. A clock that goes back begins none. */
    boolean isOver(long now) {
        return now >= windowEnd;
    }

    void beginWindow(long now, long epoch) {
        begin(now, epoch);
        olderSince = epoch;
        since = epoch;
    }

    boolean isLeaseOver(long now) {
        return now - leaseStart >= lease;
    }

    void beginLease(long now, long epoch) {
        leaseStart = now;
        olderSince = since;
        since = epoch;
        aim();
    }

    /** Has it look again no later than then. */
    void turnBy(long moment) {
        aim();
        turn = Math.min(turn, moment);
    }

    @Nullable
    Instant start(long now) {
        return window.isNone() ? null : Instant.ofEpochMilli(window.isCalendar() ? windowStart : window.start(now));
    }

    @Nullable
    Instant end() {
        return window.isCalendar() ? Instant.ofEpochMilli(windowEnd) : null;
    }
}
