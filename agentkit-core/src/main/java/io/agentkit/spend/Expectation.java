package io.agentkit.spend;

import io.agentkit.Attempt;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
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

    private final int assumedMaxOutput;

    Expectation(MeterSpec spec) {
        learned = new Learned(spec);
        promptMargin = spec.promptMargin();
        assumedMaxOutput = spec.assumedMaxOutput();
    }

    /** Takes note of how long an answer was; of several asked for at once, the mean. */
    void learn(ChatRequest request, long output) {
        int answers = request.choiceCount();
        learned.add(request.model(), (output + answers - 1) / answers);
    }

    /** The longest answer that the request allows, else what the model's answers are known to be. */
    long output(ChatRequest request) {
        Integer stated = request.maxOutputTokens();
        return stated == null ? learned.output(request.model()) : Math.max(0, stated);
    }

    /**
     * The longest answer that the request allows, else what is assumed, or more where answers are known to be longer. Never less: an answer
     * that is cut to this teaches nothing longer.
     */
    long longestOutput(ChatRequest request) {
        long output = output(request);
        return request.maxOutputTokens() == null ? Math.max(assumedMaxOutput, output) : output;
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
        // Each of several answers may be as long as the longest.
        long output = output(request) * request.choiceCount();
        if (request.maxOutputTokens() == null) {
            reckon(attempt, request, hold, padded, output, prompt, 0);
        } else {
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
        long usd = isOrdinary(request.serviceTier())
                ? pricing.picoUsd(attempt.provider(), model, input, output)
                : Pricing.NO_NUMBER;
        long least = usd < 0 ? usd : pricing.picoUsd(attempt.provider(), model, leastInput, leastOutput);
        if (least >= 0) {
            hold.need(usd, input + output, least, leastInput + leastOutput);
        } else {
            hold.need(exact(attempt, request, input, output, leastInput, leastOutput));
        }
    }

    private static BudgetNeed exact(
            Attempt<?> attempt, ChatRequest request, long input, long output, long leastInput, long leastOutput) {
        Money usd = dearest(attempt, request, Usage.estimated(input, output));
        Money least = dearest(attempt, request, Usage.estimated(leastInput, leastOutput));
        return new BudgetNeed(
                usd, input + output, usd == null || least == null ? Money.ZERO : least, leastInput + leastOutput);
    }

    /** A provider may serve the tier that was asked for, or the ordinary one when it has no room there. */
    private static @Nullable Money dearest(Attempt<?> attempt, ChatRequest request, Usage usage) {
        Money ordinary = whole(attempt, request, usage);
        ServiceTier asked = request.serviceTier();
        Money served = asked == null ? null : whole(attempt, request, usage.withDetails(UsageDetails.of(asked)));
        return ordinary == null || served == null ? (ordinary == null ? served : ordinary) : ordinary.max(served);
    }

    /** Where prompts or answers alone have no price, there is none that a budget could go by. */
    private static @Nullable Money whole(Attempt<?> attempt, ChatRequest request, Usage usage) {
        boolean whole = isPriced(attempt, request, usage, usage.input(), 0)
                && isPriced(attempt, request, usage, 0, usage.output());
        return whole ? price(attempt, request, usage) : null;
    }

    private static boolean isPriced(Attempt<?> attempt, ChatRequest request, Usage whole, long input, long output) {
        Usage part = Usage.estimated(input, output).withDetails(whole.details());
        return part.isZero() || price(attempt, request, part) != null;
    }

    private static @Nullable Money price(Attempt<?> attempt, ChatRequest request, Usage usage) {
        return attempt.call().environment().pricing().price(attempt.provider(), request.model(), usage);
    }

    private static boolean isOrdinary(@Nullable ServiceTier asked) {
        return asked == null || asked == ServiceTier.STANDARD;
    }
}
