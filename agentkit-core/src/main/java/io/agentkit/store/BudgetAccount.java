package io.agentkit.store;

import io.agentkit.money.Money;
import io.agentkit.money.MoneySum;
import io.agentkit.store.BudgetRefusal.Reason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What one key has used in the window under way. Guarded by the store's lock. */
final class BudgetAccount {

    /** The store it belongs to: a level may be used with several. */
    final Object owner;

    final BudgetKey key;
    final boolean passing;
    private final BudgetWindow window;
    private @Nullable Instant windowStart;
    private @Nullable Instant windowEnd;

    /** Number of the window, so that what an earlier one reserved is not mistaken for this one's. */
    int windowNumber;

    /** Spent and reserved together, which is what limits are compared with. */
    private final MoneySum takenUsd = new MoneySum();

    private final MoneySum reservedUsd = new MoneySum();
    private long takenTokens;
    private long reservedTokens;
    private long takenCalls;
    private long reservedCalls;
    private long refusals;

    /** When it was used last, as a mark of {@link IdleMarks}. */
    int touched;

    /** Set when the store no longer has it, so that a level that noted it asks anew. */
    boolean forgotten;

    BudgetAccount(Object owner, BudgetLevel level, Instant now) {
        this.owner = owner;
        key = level.key();
        window = level.window();
        passing = level.passing();
        windowStart = window.start(now);
        windowEnd = window.end(now);
    }

    /** Begins the window that holds the moment, if that is another one. A clock that goes back begins none. */
    void roll(Instant now) {
        Instant end = windowEnd;
        if (end == null || now.isBefore(end)) {
            return;
        }
        windowStart = window.start(now);
        windowEnd = window.end(now);
        windowNumber++;
        takenUsd.clear();
        reservedUsd.clear();
        takenTokens = 0;
        reservedTokens = 0;
        takenCalls = 0;
        reservedCalls = 0;
        refusals = 0;
    }

    boolean isOver(Instant now) {
        return windowEnd != null && !now.isBefore(windowEnd);
    }

    /** Whether nothing is reserved, so that nobody will come back to settle. */
    boolean isIdle() {
        return reservedCalls == 0 && reservedTokens == 0 && reservedUsd.isZero();
    }

    private boolean isUntouched() {
        return takenCalls == 0 && takenTokens == 0 && takenUsd.isZero();
    }

    /** What speaks against the request; null when it fits. */
    @Nullable
    Reason refuses(BudgetLevel level, BudgetNeed need) {
        BudgetLimits limits = level.limits();
        if (limits.calls() != null && takenCalls >= limits.calls()) {
            return Reason.CALLS;
        }
        boolean whole = level.reserving();
        boolean untouched = isUntouched();
        if (limits.usd() != null) {
            Money usd = need.usd();
            if (usd == null) {
                if (!level.unpricedPasses()) {
                    return Reason.UNKNOWN_PRICE;
                }
            } else if (!usd.isZero()) {
                Money certain = untouched ? need.leastUsd() : usd;
                if (takenUsd.reaches(limits.usd()) || (whole && takenUsd.exceedsWith(certain, limits.usd()))) {
                    return Reason.USD;
                }
            }
        }
        if (limits.tokens() != null && need.tokens() > 0) {
            long certain = untouched ? need.leastTokens() : need.tokens();
            boolean over = whole && sum(takenTokens, certain) > limits.tokens();
            return over || takenTokens >= limits.tokens() ? Reason.TOKENS : null;
        }
        return null;
    }

    /** The money to reserve: an untouched budget gives at most what it has. */
    Money usdToReserve(BudgetLevel level, BudgetNeed need) {
        Money usd = need.usd();
        if (!level.reserving() || usd == null) {
            return Money.ZERO;
        }
        Money limit = level.limits().usd();
        return limit != null && isUntouched() ? usd.min(limit) : usd;
    }

    /** The tokens to reserve, likewise. */
    long tokensToReserve(BudgetLevel level, BudgetNeed need) {
        if (!level.reserving()) {
            return 0;
        }
        Long limit = level.limits().tokens();
        return limit != null && isUntouched() ? Math.min(need.tokens(), limit) : need.tokens();
    }

    void reserve(Money usd, long tokens, long calls) {
        takenUsd.add(usd);
        reservedUsd.add(usd);
        takenTokens = sum(takenTokens, tokens);
        reservedTokens += tokens;
        takenCalls += calls;
        reservedCalls += calls;
    }

    /** Books what was used in place of what was reserved. */
    void settle(Money usd, long tokens, long calls, BudgetAmounts used) {
        takenUsd.replace(usd, used.usd());
        reservedUsd.subtract(usd);
        takenTokens = sum(takenTokens - tokens, used.tokens());
        reservedTokens -= tokens;
        takenCalls += used.calls() - calls;
        reservedCalls -= calls;
    }

    void book(BudgetAmounts used) {
        takenUsd.add(used.usd());
        takenTokens = sum(takenTokens, used.tokens());
        takenCalls += used.calls();
    }

    /** Ends at the largest number, so that a count that is out of proportion uses a budget up and does not fill it. */
    private static long sum(long a, long b) {
        long sum = a + b;
        return a > 0 && b > 0 && sum < 0 ? Long.MAX_VALUE : sum;
    }

    void refused() {
        refusals++;
    }

    void reset() {
        takenUsd.clear();
        takenUsd.add(reservedUsd.toMoney());
        takenTokens = reservedTokens;
        takenCalls = reservedCalls;
        refusals = 0;
    }

    BudgetState state() {
        Money reserved = reservedUsd.toMoney();
        return new BudgetState(
                key,
                windowStart,
                windowEnd,
                new BudgetAmounts(
                        takenUsd.toMoney().minus(reserved), takenTokens - reservedTokens, takenCalls - reservedCalls),
                new BudgetAmounts(reserved, reservedTokens, reservedCalls),
                refusals);
    }
}
