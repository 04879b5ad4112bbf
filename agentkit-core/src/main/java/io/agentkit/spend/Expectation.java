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

    private final int assumedMaxOutput;

    private final int promptMargin;

    Expectation(MeterSpec spec) {
        assumedMaxOutput = spec.assumedMaxOutput();
        promptMargin = spec.promptMargin();
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
            reckon(attempt, request, hold, padded, assumedMaxOutput, prompt, 0);
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

    private static BudgetNeed exact(
            Attempt<?> attempt, @Nullable String model, long input, long output, long leastInput, long leastOutput) {
        Pricing pricing = attempt.call().environment().pricing();
        Money usd = pricing.price(attempt.provider(), model, Usage.estimated(input, output));
        Money least = pricing.price(attempt.provider(), model, Usage.estimated(leastInput, leastOutput));
        return new BudgetNeed(
                usd, input + output, usd == null || least == null ? Money.ZERO : least, leastInput + leastOutput);
    }
}
