package io.agentkit.store;

import io.agentkit.money.Money;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a request is expected to use: one call and these.
 *
 * @param usd money; null when nobody knows the price
 * @param tokens tokens
 * @param leastUsd the part of the money that is certain, such as the prompt's: a budget that is untouched takes a request whose certain
 *     part fits, and gives it all there is. The same as {@code usd} when nothing was assumed
 * @param leastTokens the part of the tokens that is certain
 * @param output an answer that can be told to be shorter; null when all of it has to fit
 */
public record BudgetNeed(
        @Nullable Money usd,
        long tokens,
        Money leastUsd,
        long leastTokens,
        @Nullable Output output) {

    /** One call that costs nothing else, such as a tool's. */
    public static final BudgetNeed CALL = of(Money.ZERO, 0);

    public BudgetNeed {
        Objects.requireNonNull(leastUsd, "'leastUsd' must not be null");
    }

    /** A need of which all that is not certain is assumed. */
    public BudgetNeed(@Nullable Money usd, long tokens, Money leastUsd, long leastTokens) {
        this(usd, tokens, leastUsd, leastTokens, null);
    }

    /**
     * The part of a need that is the answer's, which the store may cut.
     *
     * @param tokens how long the answer may be, which is part of the need's tokens and money
     * @param least the shortest that makes sense; less is refused
     * @param usdPerToken what one token of it costs at most
     */
    public record Output(long tokens, long least, Money usdPerToken) {

        public Output {
            Objects.requireNonNull(usdPerToken, "'usdPerToken' must not be null");
        }
    }

    /** Exactly this much. */
    public static BudgetNeed of(@Nullable Money usd, long tokens) {
        return new BudgetNeed(usd, tokens, usd == null ? Money.ZERO : usd, tokens);
    }

    /** This much, with an answer that may be cut. */
    public static BudgetNeed cuttable(@Nullable Money usd, long tokens, Output output) {
        return new BudgetNeed(usd, tokens, usd == null ? Money.ZERO : usd, tokens, output);
    }

    boolean isMoneyAssumed() {
        return usd != null && leastUsd.compareTo(usd) < 0;
    }

    /** The same with a shorter answer. */
    BudgetNeed withOutput(long shorter) {
        Output whole = Objects.requireNonNull(output);
        long cut = whole.tokens() - shorter;
        Money less = usd == null ? null : usd.minus(whole.usdPerToken().times(cut));
        return cuttable(less, tokens - cut, new Output(shorter, whole.least(), whole.usdPerToken()));
    }
}
