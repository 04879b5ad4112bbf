package io.agentkit.spend;

import io.agentkit.Attempt;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.TokenEstimator;
import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetHold;
import io.agentkit.store.BudgetLevel;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.BudgetNeed;
import io.agentkit.store.BudgetState;
import io.agentkit.store.BudgetStore;
import org.jspecify.annotations.Nullable;

/**
 * Reckons the most that a request can use: the prompt by its upper bound, all its answers at their longest, in the dearest tier that can
 * serve it. Counting with a tokenizer takes milliseconds, so it is done only where the bytes of the prompt are too many for a budget.
 */
final class HardExpectation {

    private final BudgetStore store;

    private final Expectation expectation;

    HardExpectation(BudgetStore store, Expectation expectation) {
        this.store = store;
        this.expectation = expectation;
    }

    /**
     * Tells the hold what the request can need at most, and how much of it the answers may give up.
     *
     * @param minOutput the shortest answer that makes sense, in tokens
     */
    void reckon(Attempt<?> attempt, ChatRequest request, BudgetHold hold, int minOutput) {
        long output = expectation.longestOutput(request);
        if (request.maxOutputTokens() == null) {
            output = Math.max(minOutput, output);
        }
        hold.need(need(attempt, request, PromptBound.tokens(request), output, minOutput));
        TokenEstimator tokenizer =
                attempt.call().environment().tokens().upperBound(attempt.provider(), request.model());
        if (tokenizer != null && !hasRoom(hold)) {
            hold.need(need(attempt, request, PromptBound.tokens(request, tokenizer), output, minOutput));
        }
    }

    private static BudgetNeed need(Attempt<?> attempt, ChatRequest request, long prompt, long output, int minOutput) {
        long all = output * request.choiceCount();
        Money usd = atMost(attempt, request, prompt, all);
        Money shorter = all == 0 ? null : atMost(attempt, request, prompt, all - 1);
        Money each = usd == null || shorter == null ? Money.ZERO : usd.minus(shorter);
        long least = Math.min(minOutput, output) * request.choiceCount();
        return BudgetNeed.cuttable(usd, prompt + all, new BudgetNeed.Output(all, least, each));
    }

    private static @Nullable Money atMost(Attempt<?> attempt, ChatRequest request, long input, long output) {
        Pricing pricing = attempt.call().environment().pricing();
        Usage usage = Usage.estimated(input, output).withDetails(UsageDetails.of(request.serviceTier()));
        return pricing.atMost(attempt.provider(), request.model(), usage);
    }

    /** Whether all of it fits everywhere, as far as one look tells: the store decides. */
    private boolean hasRoom(BudgetHold hold) {
        BudgetNeed need = hold.need();
        for (BudgetLevel level : hold.levels().asList()) {
            BudgetState state = store.find(level.key());
            BudgetAmounts spent = state == null ? BudgetAmounts.NONE : state.spent();
            BudgetAmounts reserved = state == null ? BudgetAmounts.NONE : state.reserved();
            BudgetLimits left = level.limits().remaining(spent, reserved);
            boolean tooDear =
                    left.usd() != null && need.usd() != null && need.usd().compareTo(left.usd()) > 0;
            if (tooDear || (left.tokens() != null && need.tokens() > left.tokens())) {
                return false;
            }
        }
        return true;
    }
}
