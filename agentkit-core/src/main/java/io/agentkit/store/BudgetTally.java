package io.agentkit.store;

import io.agentkit.money.Money;
import io.agentkit.money.MoneySum;

/** Money, tokens and calls, counted in place. Guarded by the store's lock. */
final class BudgetTally {

    final MoneySum usd = new MoneySum();
    long tokens;
    long calls;

    void add(Money money, long moreTokens, long moreCalls) {
        usd.add(money);
        tokens = sum(tokens, moreTokens);
        calls += moreCalls;
    }

    void add(BudgetTally other) {
        usd.add(other.usd);
        tokens = sum(tokens, other.tokens);
        calls += other.calls;
    }

    void subtract(BudgetTally other) {
        usd.subtract(other.usd);
        tokens -= other.tokens;
        calls -= other.calls;
    }

    /** Adds what a hold reserves; its call alone where nothing else is reserved. */
    void hold(BudgetHold hold, boolean whole) {
        calls++;
        if (!whole) {
            return;
        }
        BudgetNeed exact = hold.exact;
        tokens = sum(tokens, hold.tokens);
        if (exact == null) {
            usd.addPico(hold.pico);
        } else if (exact.usd() != null) {
            usd.add(exact.usd());
        }
    }

    /** Takes away what a hold has reserved. */
    void release(BudgetHold hold, boolean whole) {
        calls--;
        if (!whole) {
            return;
        }
        BudgetNeed exact = hold.exact;
        tokens -= hold.tokens;
        if (exact == null) {
            usd.addPico(-hold.pico);
        } else if (exact.usd() != null) {
            usd.subtract(exact.usd());
        }
    }

    void set(BudgetTally other) {
        clear();
        add(other);
    }

    boolean isZero() {
        return calls == 0 && tokens == 0 && usd.isZero();
    }

    void clear() {
        usd.clear();
        tokens = 0;
        calls = 0;
    }

    BudgetAmounts amounts() {
        return new BudgetAmounts(usd.toMoney(), tokens, calls);
    }

    /** Ends at the largest number, so that a count that is out of proportion uses a budget up and does not fill it. */
    static long sum(long a, long b) {
        long sum = a + b;
        return a > 0 && b > 0 && sum < 0 ? Long.MAX_VALUE : sum;
    }
}
