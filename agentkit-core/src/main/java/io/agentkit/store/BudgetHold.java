package io.agentkit.store;

import io.agentkit.money.Money;
import io.agentkit.money.MoneySum;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the budgets that apply to one request hold for it, from {@link BudgetStore#reserve} until it is settled: one object for all of them.
 * Made by the store, which keeps there what it needs to settle. Used by one request at a time, whose hooks may run on several threads one
 * after another; once settled it may be given another need and be reserved again.
 */
public abstract class BudgetHold {

    /** More would overflow sums, and no request comes near. */
    private static final long MOST_TOKENS = 1_000_000_000_000_000L;

    private final BudgetLevels levels;

    // Money in millionths of millionths of a dollar, while 'exact' is null: nothing but numbers on the path of every
    // call.
    long pico;
    long leastPico;
    long tokens;
    long leastTokens;

    @Nullable
    BudgetNeed exact;

    protected BudgetHold(BudgetLevels levels) {
        this.levels = Objects.requireNonNull(levels, "'levels' must not be null");
    }

    /** The budgets that apply, in the order in which one that refuses is named. */
    public final BudgetLevels levels() {
        return levels;
    }

    /**
     * Sets what the request needs, as {@link BudgetNeed} does.
     *
     * @param picoUsd money in millionths of millionths of a dollar
     * @param leastPicoUsd the part of it that is certain
     */
    public final void need(long picoUsd, long allTokens, long leastPicoUsd, long leastOfTokens) {
        pico = picoUsd;
        leastPico = leastPicoUsd;
        tokens = Math.min(allTokens, MOST_TOKENS);
        leastTokens = Math.min(leastOfTokens, tokens);
        exact = null;
    }

    /** Sets what the request needs, where that is no number of millionths of millionths. */
    public final void need(BudgetNeed need) {
        need(0, need.tokens(), 0, need.leastTokens());
        exact = need;
    }

    /** What the request needs, or what all budgets together had for it once it is reserved. */
    public final BudgetNeed need() {
        return exact != null
                ? exact
                : new BudgetNeed(Money.picoUsd(pico), tokens, Money.picoUsd(leastPico), leastTokens);
    }

    /** Cuts the answer to what fits everywhere, but not below the shortest one. */
    final void cutOutput(long fits) {
        BudgetNeed need = exact;
        BudgetNeed.Output output = need == null ? null : need.output();
        if (need != null && output != null) {
            long shorter = Math.max(fits, output.least());
            if (shorter < output.tokens()) {
                need(need.withOutput(shorter));
            }
        }
    }

    final boolean isCuttable() {
        BudgetNeed need = exact;
        return need != null && need.output() != null;
    }

    /** Whether a part of the need is only assumed. */
    final boolean isAssumed() {
        BudgetNeed need = exact;
        return leastTokens < tokens || (need == null ? leastPico < pico : need.isMoneyAssumed());
    }

    /** Whether it is known to cost nothing. */
    final boolean isFree() {
        BudgetNeed need = exact;
        return need == null ? pico == 0 : need.usd() != null && need.usd().isZero();
    }

    final boolean isUnpriced() {
        return exact != null && exact.usd() == null;
    }

    /** Whether the money needed is more than what is left of the limit. Not for what is unpriced. */
    final boolean exceeds(MoneySum spent, MoneySum reserved, Money limit) {
        BudgetNeed need = exact;
        return need == null
                ? spent.exceedsWith(reserved, pico, limit)
                : spent.exceedsWith(reserved, Objects.requireNonNull(need.usd()), limit);
    }

    /** Whether the part that is certain is already too much for a budget that has all of its limit. */
    final boolean isCertainlyOver(Money limit) {
        BudgetNeed need = exact;
        return (need == null ? Money.picoUsd(leastPico) : need.leastUsd()).compareTo(limit) > 0;
    }

    /** Needs no more than this. */
    final void cut(Money usd, long most) {
        tokens = Math.min(tokens, most);
        leastTokens = Math.min(leastTokens, tokens);
        BudgetNeed need = need();
        if (need.usd() != null && need.usd().compareTo(usd) > 0) {
            exact = new BudgetNeed(usd, tokens, need.leastUsd().min(usd), leastTokens);
            pico = 0;
            leastPico = 0;
        }
    }
}
