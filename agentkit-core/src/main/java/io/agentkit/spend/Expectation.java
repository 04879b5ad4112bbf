package io.agentkit.spend;

import io.agentkit.Attempt;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
import io.agentkit.store.BudgetHold;
import io.agentkit.store.BudgetLevels;
import io.agentkit.store.BudgetNeed;
import org.jspecify.annotations.Nullable;

/** Reckons what a request will use: its prompt, estimated with a margin, and the longest answer it allows. In numbers, without objects. */
final class Expectation {

    private static final int PERCENT = 100;

    private final Learned learned;

    private final int promptMargin;

    Expectation(MeterSpec spec) {
        learned = new Learned(spec);
        promptMargin = spec.promptMargin();
    }

    /** Takes note of how long an answer was. */
    void learn(ChatRequest request, long output) {
        learned.add(request.model(), output);
    }

    /** Tells the hold what the request will need. */
    void reckon(Attempt<?> attempt, BudgetHold hold) {
        BudgetLevels levels = hold.levels();
        if (!(levels.isMoneyLimited() || levels.isTokensLimited())
                || !(attempt.request() instanceof ChatRequest request)) {
            return;
        }
        long prompt = attempt.call().environment().tokens().tokens(request);
        long padded = prompt + prompt * promptMargin / PERCENT;
        Integer stated = request.maxOutputTokens();
        if (stated == null) {
            reckon(attempt, request, hold, padded, learned.output(request.model()), prompt, 0);
        } else {
            long output = Math.max(0, stated);
            reckon(attempt, request, hold, padded, output, padded, output);
        }
    }

    private static void reckon(
            Attempt<?> attempt,
            ChatRequest request,
            BudgetHold hold,
            long input,
            long output,
            long leastInput,
            long leastOutput) {
        if (!hold.levels().isMoneyLimited()) {
            hold.need(0, input + output, 0, leastInput + leastOutput);
            return;
        }
        Pricing pricing = attempt.call().environment().pricing();
        String model = request.model();
        long usd = pricing.picoUsd(attempt.provider(), model, input, output);
        long least = usd < 0 ? usd : pricing.picoUsd(attempt.provider(), model, leastInput, leastOutput);
        if (least >= 0) {
            hold.need(usd, input + output, least, leastInput + leastOutput);
        } else {
            hold.need(exact(attempt, model, input, output, leastInput, leastOutput));
        }
    }

    /** Tells the hold what the request can need at most, and how much of it the answer may give up. */
    void bound(Attempt<?> attempt, ChatRequest request, BudgetHold hold, int minOutput) {
        Integer stated = request.maxOutputTokens();
        long output = stated == null ? Math.max(minOutput, learned.output(request.model())) : Math.max(0, stated);
        long prompt = PromptBound.tokens(request);
        Pricing pricing = attempt.call().environment().pricing();
        Money usd = atMost(attempt, pricing, request, prompt, output);
        Money shorter = output == 0 ? null : atMost(attempt, pricing, request, prompt, output - 1);
        Money each = usd == null || shorter == null ? Money.ZERO : usd.minus(shorter);
        hold.need(BudgetNeed.cuttable(
                usd, prompt + output, new BudgetNeed.Output(output, Math.min(minOutput, output), each)));
    }

    private static @Nullable Money atMost(
            Attempt<?> attempt, Pricing pricing, ChatRequest request, long input, long output) {
        return pricing.atMost(attempt.provider(), request.model(), Usage.estimated(input, output));
    }

    private static BudgetNeed exact(
            Attempt<?> attempt, @Nullable String model, long input, long output, long leastInput, long leastOutput) {
        Pricing pricing = attempt.call().environment().pricing();
        Money usd = pricing.price(attempt.provider(), model, Usage.estimated(input, output));
        Money least = pricing.price(attempt.provider(), model, Usage.estimated(leastInput, leastOutput));
        return new BudgetNeed(
                usd, input + output, usd == null || least == null ? Money.ZERO : least, leastInput + leastOutput);
    }
}
