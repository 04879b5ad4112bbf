package io.agentkit.spend;

import io.agentkit.Attempt;
import io.agentkit.ChainEnvironment;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.BudgetNeed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reckons what a request will use: its prompt, estimated with a margin, and the longest answer it allows. */
final class Expectation {

    private static final int PERCENT = 100;

    private final int assumedMaxOutput;

    private final int promptMargin;

    Expectation(MeterSpec spec) {
        assumedMaxOutput = spec.assumedMaxOutput();
        promptMargin = spec.promptMargin();
    }

    BudgetNeed need(Attempt<?> attempt, List<Budget> budgets) {
        boolean money = false;
        boolean tokens = false;
        for (int i = 0; i < budgets.size(); i++) {
            BudgetLimits limits = budgets.get(i).limits();
            money |= limits.usd() != null;
            tokens |= limits.tokens() != null;
        }
        return (money || tokens) && attempt.request() instanceof ChatRequest request
                ? need(attempt.call().environment(), request, money)
                : BudgetNeed.CALL;
    }

    private BudgetNeed need(ChainEnvironment environment, ChatRequest request, boolean money) {
        long prompt = environment.tokens().tokens(request);
        long padded = prompt + prompt * promptMargin / PERCENT;
        Integer stated = request.options().maxOutputTokens();
        long output = stated == null ? assumedMaxOutput : Math.max(0, stated);
        Money usd = money ? price(environment, request, padded, output) : Money.ZERO;
        if (stated != null || usd == null) {
            return new BudgetNeed(usd, padded + output, usd == null ? Money.ZERO : usd, padded + output);
        }
        Money least = money ? price(environment, request, prompt, 0) : Money.ZERO;
        return new BudgetNeed(usd, padded + output, least == null ? Money.ZERO : least, prompt);
    }

    private static @Nullable Money price(ChainEnvironment environment, ChatRequest request, long input, long output) {
        return environment.pricing().price(request.model(), Usage.estimated(input, output));
    }
}
