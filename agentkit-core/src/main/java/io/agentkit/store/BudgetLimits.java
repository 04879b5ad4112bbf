package io.agentkit.store;

import io.agentkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * How much may be used. A limit of 0 lets nothing paid through.
 *
 * @param usd money; null for no limit
 * @param tokens tokens of prompts and answers together; null for no limit
 * @param calls physical requests, or calls of tools; null for no limit
 */
public record BudgetLimits(
        @Nullable Money usd,
        @Nullable Long tokens,
        @Nullable Long calls) {

    /** Nothing is limited. */
    public static final BudgetLimits NONE = new BudgetLimits(null, null, null);

    private static final long HUNDRED = 100;

    public BudgetLimits {
        if (usd != null && usd.isNegative()) {
            throw new IllegalArgumentException("'usd' must not be negative (was %s)".formatted(usd));
        }
        requireNotNegative("tokens", tokens);
        requireNotNegative("calls", calls);
    }

    private static void requireNotNegative(String name, @Nullable Long limit) {
        if (limit != null && limit < 0) {
            throw new IllegalArgumentException("'%s' must not be negative (was %d)".formatted(name, limit));
        }
    }

    public boolean isEmpty() {
        return usd == null && tokens == null && calls == null;
    }

    /** What the amounts leave of the limits: never below 0, null where there is no limit. */
    public BudgetLimits remaining(BudgetAmounts spent, BudgetAmounts reserved) {
        return new BudgetLimits(
                usd == null
                        ? null
                        : usd.minus(spent.usd()).minus(reserved.usd()).max(Money.ZERO),
                tokens == null ? null : (Long) Math.max(0, Math.max(0, tokens - spent.tokens()) - reserved.tokens()),
                calls == null ? null : (Long) Math.max(0, calls - spent.calls() - reserved.calls()));
    }

    /**
     * So many hundredths of each limit, rounded up: who has used that much has used that share at least.
     *
     * @param percent 0 to 100
     */
    public BudgetLimits percent(int percent) {
        return new BudgetLimits(
                usd == null ? null : usd.percent(percent), hundredths(tokens, percent), hundredths(calls, percent));
    }

    private static @Nullable Long hundredths(@Nullable Long limit, int percent) {
        return limit == null
                ? null
                : (Long) (limit / HUNDRED * percent + (limit % HUNDRED * percent + HUNDRED - 1) / HUNDRED);
    }

    /** Whether the amounts use up one of the limits, so that there is nothing left of it. */
    public boolean isUsedUp(BudgetAmounts spent) {
        return (usd != null && spent.usd().compareTo(usd) >= 0)
                || (tokens != null && spent.tokens() >= tokens)
                || (calls != null && spent.calls() >= calls);
    }

    /**
     * The largest share of a limit that the amounts are: for putting budgets in order and showing them, never for deciding. 0 when nothing is
     * limited; all of a limit of 0 is used.
     */
    public double usedShare(BudgetAmounts spent) {
        double share = usd == null
                ? 0
                : share(
                        spent.usd().toBigDecimal().doubleValue(),
                        usd.toBigDecimal().doubleValue());
        share = tokens == null ? share : Math.max(share, share((double) spent.tokens(), (double) tokens));
        return calls == null ? share : Math.max(share, share((double) spent.calls(), (double) calls));
    }

    private static double share(double used, double limit) {
        return limit == 0 ? 1 : used / limit;
    }
}
