package io.agentkit.resilience;

import io.agentkit.Attempt;
import io.agentkit.Attribute;
import io.agentkit.Call;
import io.agentkit.Correction;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.Use;
import io.agentkit.chat.Usage;

/** Tells when requests of races go out, and what became of them. Thread-safe. */
final class HedgeHook implements RequestHook {

    private final Attribute<Racer> racer;
    private final HedgeBudget budget;

    HedgeHook(Attribute<Racer> racer, HedgeBudget budget) {
        this.racer = racer;
        this.budget = budget;
    }

    @Override
    public void sending(Attempt<?> attempt) {
        Racer sender = attempt.call().attribute(racer);
        if (sender != null) {
            sender.sent();
        }
    }

    @Override
    public void used(Attempt<?> attempt, Outcome outcome, Use use) {
        if (budget.limitsSpend()) {
            budget.used(use, outcome.usd());
        }
        Call<?> call = attempt.call();
        Usage usage = outcome.usage();
        if (use == Use.HEDGES && usage != null && call.attribute(racer) != null && call.isListening()) {
            call.emit(new HedgeLost(call.id(), call.chain(), outcome.model(), attempt.number(), usage, outcome.usd()));
        }
    }

    @Override
    public void late(Attempt<?> attempt, Correction correction) {
        if (budget.limitsSpend()) {
            budget.corrected(correction);
        }
    }
}
