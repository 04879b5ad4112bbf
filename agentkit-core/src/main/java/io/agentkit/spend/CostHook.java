package io.agentkit.spend;

import io.agentkit.Attempt;
import io.agentkit.Correction;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.chat.Usage;

/** Books every physical request that counts. */
final class CostHook implements RequestHook {

    private final CostMeter meter;

    CostHook(CostMeter meter) {
        this.meter = meter;
    }

    @Override
    public void after(Attempt<?> attempt, Outcome outcome) {
        Usage usage = outcome.usage();
        if (usage != null) {
            meter.request(outcome.model(), attempt.call().scope(), usage, outcome.usd());
        }
    }

    @Override
    public void late(Attempt<?> attempt, Correction correction) {
        boolean counted = correction.booked() != Usage.NONE;
        meter.correct(
                correction.model(),
                attempt.call().scope(),
                counted ? correction.booked() : null,
                correction.bookedUsd(),
                correction.actual(),
                correction.actualUsd());
    }
}
