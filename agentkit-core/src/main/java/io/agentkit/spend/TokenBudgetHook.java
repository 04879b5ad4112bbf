package io.agentkit.spend;

import io.agentkit.Attempt;
import io.agentkit.Correction;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.chat.Usage;

/** Counts the tokens of every physical request. */
record TokenBudgetHook(TokenBudget budget) implements RequestHook {

    @Override
    public void after(Attempt<?> attempt, Outcome outcome) {
        Usage usage = outcome.usage();
        if (usage != null) {
            budget.consume(usage.total());
        }
    }

    @Override
    public void late(Attempt<?> attempt, Correction correction) {
        budget.consume(correction.actual().total() - correction.booked().total());
    }
}
