package io.agentkit.store;

import io.agentkit.money.Money;
import io.agentkit.store.BudgetHistory.PastWindow;
import io.agentkit.store.BudgetRefusal.Reason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What one key uses of a budget. Guarded by the store's lock. */
final class BudgetAccount {

    final BudgetKey key;
    final AccountPeriods periods;
    private final @Nullable RollingSpend rolling;

    /** Used by requests that ended. */
    private final BudgetTally spent = new BudgetTally();

    /** Held for requests under way. */
    private final BudgetTally reserved = new BudgetTally();

    /** The part of it that was reserved before this lease period; null when there never was one. */
    private @Nullable BudgetTally older;

    private long refusals;

    /** As it was drawn on last; null once the store has forgotten this account. */
    private @Nullable BudgetLevel level;

    // The limits, unpacked for the path of every call: beyond everything where there is none.
    private boolean reserving;
    private boolean moneyLimited;
    private Money limitUsd = Money.MOST;
    private long limitTokens = Long.MAX_VALUE;
    private long limitCalls = Long.MAX_VALUE;
    private BudgetMarks marks = BudgetMarks.NONE;

    /** The first epoch of which it has not forgotten what was used. */
    long restarted;

    /** When it was used last, as a mark of {@link IdleMarks}. */
    int touched;

    BudgetAccount(BudgetLevel level, long now, long epoch) {
        key = level.key();
        periods = new AccountPeriods(level, now, epoch);
        restarted = epoch;
        rolling = level.window().isRolling()
                ? new RollingSpend(level.window().length().toMillis())
                : null;
        adopt(level);
    }

    boolean isAt(BudgetLevel asked) {
        return level == asked;
    }

    /** Goes by these limits from now on. */
    void adopt(BudgetLevel changed) {
        level = changed;
        // What is only counted goes by no limit.
        BudgetLimits limits = changed.policy().lenient() ? BudgetLimits.NONE : changed.limits();
        reserving = changed.policy().reserving();
        moneyLimited = limits.usd() != null;
        limitUsd = limits.usd() == null ? Money.MOST : limits.usd();
        limitTokens = limits.tokens() == null ? Long.MAX_VALUE : limits.tokens();
        limitCalls = limits.calls() == null ? Long.MAX_VALUE : limits.calls();
        marks = marks.under(changed, spent);
    }

    void forget() {
        level = null;
    }

    boolean isForgotten() {
        return level == null;
    }

    boolean isPassing() {
        return policy().passing();
    }

    /** Whether nothing is reserved, so that nobody will come back to settle. */
    boolean isIdle() {
        return reserved.isZero();
    }

    private boolean isUntouched() {
        return spent.isZero() && reserved.isZero();
    }

    /** What speaks against the request; null when it fits. */
    @Nullable
    Reason refuses(BudgetHold hold) {
        if (spent.calls + reserved.calls >= limitCalls) {
            return Reason.CALLS;
        }
        if (moneyLimited) {
            Reason reason = refusesMoney(hold);
            if (reason != null) {
                return reason;
            }
        }
        return limitTokens != Long.MAX_VALUE && hold.tokens > 0 && refusesTokens(hold) ? Reason.TOKENS : null;
    }

    private @Nullable Reason refusesMoney(BudgetHold hold) {
        if (hold.isUnpriced()) {
            return policy().unpricedPasses() ? null : Reason.UNKNOWN_PRICE;
        }
        boolean over = reserving
                ? hold.exceeds(spent.usd, reserved.usd, limitUsd)
                : spent.usd.reachesWith(reserved.usd, limitUsd);
        return over && !hold.isFree() && !(reserving && isGranted(hold)) ? Reason.USD : null;
    }

    /** An untouched budget gives all it has to a need that is too large only by what was assumed. */
    private boolean isGranted(BudgetHold hold) {
        return hold.isAssumed() && isUntouched() && !limitUsd.isZero() && !hold.isCertainlyOver(limitUsd);
    }

    private boolean refusesTokens(BudgetHold hold) {
        long taken = BudgetTally.sum(spent.tokens, reserved.tokens);
        if (taken >= limitTokens) {
            return true;
        }
        return reserving
                && BudgetTally.sum(taken, hold.tokens) > limitTokens
                && !(hold.isAssumed() && isUntouched() && hold.leastTokens <= limitTokens);
    }

    private BudgetPolicy policy() {
        return Objects.requireNonNull(level).policy();
    }

    /** How long an answer of the need can be for all of it to fit; below 0 when not even the rest does. */
    long fits(BudgetNeed need) {
        BudgetNeed.Output output = Objects.requireNonNull(need.output());
        long fits = output.tokens();
        if (!reserving) {
            return fits;
        }
        if (limitTokens != Long.MAX_VALUE) {
            long left = limitTokens - BudgetTally.sum(spent.tokens, reserved.tokens);
            fits = Math.min(fits, left - (need.tokens() - output.tokens()));
        }
        Money usd = need.usd();
        if (moneyLimited && usd != null && !output.usdPerToken().isZero()) {
            Money rest = usd.minus(output.usdPerToken().times(output.tokens()));
            Money left = limitUsd.minus(spent.usd.toMoney())
                    .minus(reserved.usd.toMoney())
                    .minus(rest);
            fits = left.isNegative() ? -1 : Math.min(fits, left.dividedBy(output.usdPerToken()));
        }
        return fits;
    }

    /** Cuts an assumed need down to what an untouched budget has. */
    void grant(BudgetHold hold) {
        if (reserving && isUntouched()) {
            hold.cut(limitUsd, limitTokens);
        }
    }

    void reserve(BudgetHold hold) {
        reserved.hold(hold, reserving);
    }

    /** Gives back what was reserved in this lease period. */
    void release(BudgetHold hold, boolean whole) {
        reserved.release(hold, whole);
    }

    /** Gives back what was reserved in the lease period before. */
    void releaseOlder(BudgetHold hold, boolean whole) {
        reserved.release(hold, whole);
        Objects.requireNonNull(older).release(hold, whole);
    }

    /**
     * Books what was used.
     *
     * @param moment when the request was settled, so that a correction leaves a window that moves together with what it corrects
     */
    void book(Money usd, long tokens, long calls, long moment, long now) {
        BudgetTally slot = rolling == null ? null : rolling.slot(moment, now);
        if (rolling == null || slot != null) {
            spent.add(usd, tokens, calls);
        }
        if (slot != null) {
            slot.add(usd, tokens, calls);
        }
        if (rolling != null) {
            slide(rolling, now);
        }
    }

    /** The threshold that was reached since this was asked last; 0 for none. */
    int crossed() {
        return marks.isReached(spent) ? marks.take(spent) : 0;
    }

    void refused() {
        refusals++;
    }

    /** Begins the window or the lease period that holds the moment; true when that made room. */
    boolean look(long now, long epoch) {
        if (periods.isOver(now)) {
            periods.beginWindow(now, epoch);
            reserved.clear();
            older = null;
            restart(epoch);
            return true;
        }
        boolean room = false;
        if (periods.isLeaseOver(now)) {
            room = giveBack();
            periods.beginLease(now, epoch);
        }
        if (rolling != null) {
            room |= slide(rolling, now);
        }
        return room;
    }

    /** Takes away what has left the window; true when something has. */
    private boolean slide(RollingSpend window, long now) {
        long before = spent.calls;
        periods.turnBy(window.advance(now, spent));
        boolean left = spent.calls < before;
        if (left) {
            marks.fall(spent);
        }
        return left;
    }

    /** Gives back what was reserved before the lease period that ends now. */
    private boolean giveBack() {
        BudgetTally before = older;
        boolean room = before != null && !before.isZero();
        if (before != null) {
            reserved.subtract(before);
        }
        if (before != null || !reserved.isZero()) {
            older = before == null ? new BudgetTally() : before;
            older.set(reserved);
        }
        return room;
    }

    /** Forgets what was used; what is under way stays reserved. */
    void restart(long epoch) {
        restarted = epoch;
        spent.clear();
        refusals = 0;
        marks.restart();
        if (rolling != null) {
            rolling.clear();
        }
    }

    /** The window as it stands, for the history. */
    PastWindow past() {
        BudgetTally used = new BudgetTally();
        used.add(spent);
        return new PastWindow(key, periods.start(0), periods.end(), periods.windowSince, used, refusals);
    }

    BudgetState state(long now) {
        return new BudgetState(key, periods.start(now), periods.end(), spent.amounts(), reserved.amounts(), refusals);
    }
}
