package io.agentkit.store;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The budgets that requests of one run draw on together, resolved once. Immutable but for what a store notes on it.
 */
public final class BudgetLevels {

    private final BudgetLevel[] levels;

    private final boolean[] reserving;

    private final boolean timed;

    private final boolean moneyLimited;

    private final boolean tokensLimited;

    private @Nullable Object state;

    /** @param levels in the order in which one that refuses is named */
    public BudgetLevels(List<BudgetLevel> levels) {
        this.levels = levels.toArray(BudgetLevel[]::new);
        this.reserving = new boolean[this.levels.length];
        boolean anyTimed = false;
        boolean anyMoney = false;
        boolean anyTokens = false;
        for (int i = 0; i < reserving.length; i++) {
            BudgetLevel level = this.levels[i];
            reserving[i] = level.policy().reserving();
            anyTimed |= !level.window().isNone();
            anyMoney |= level.limits().usd() != null;
            anyTokens |= level.limits().tokens() != null;
        }
        timed = anyTimed;
        moneyLimited = anyMoney;
        tokensLimited = anyTokens;
    }

    public int size() {
        return levels.length;
    }

    public BudgetLevel get(int index) {
        return levels[index];
    }

    boolean isReserving(int index) {
        return reserving[index];
    }

    public List<BudgetLevel> asList() {
        return List.of(levels);
    }

    /** Whether one of them starts anew from time to time. */
    public boolean isTimed() {
        return timed;
    }

    public boolean isMoneyLimited() {
        return moneyLimited;
    }

    public boolean isTokensLimited() {
        return tokensLimited;
    }

    /** What a store noted, so that it finds its accounts again; null before it did. To be read and written under the store's own lock. */
    @Nullable
    Object state() {
        return state;
    }

    void state(Object value) {
        state = value;
    }

    @Override
    public String toString() {
        return Arrays.toString(levels);
    }
}
