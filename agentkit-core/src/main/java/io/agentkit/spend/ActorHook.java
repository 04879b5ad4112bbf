package io.agentkit.spend;

import io.agentkit.Attempt;
import io.agentkit.Correction;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.store.BudgetAmounts;
import org.jspecify.annotations.Nullable;

/** A step for every physical request, and what it used. */
record ActorHook(ActorBudget budget) implements RequestHook {

    private static final BudgetAmounts STEP = new BudgetAmounts(Money.ZERO, 0, 1);

    @Override
    public void reserve(Attempt<?> attempt) {
        attempt.attach(this, budget.reserve(STEP));
    }

    @Override
    public void after(Attempt<?> attempt, Outcome outcome) {
        if (attempt.detach(this) instanceof ActorReservation step) {
            step.settle(used(outcome));
        }
    }

    private static BudgetAmounts used(Outcome outcome) {
        Usage usage = outcome.usage();
        if (outcome.status() == Outcome.Status.NOT_SENT) {
            return BudgetAmounts.NONE;
        }
        return usage == null ? STEP : new BudgetAmounts(orZero(outcome.usd()), usage.total(), 1);
    }

    @Override
    public void late(Attempt<?> attempt, Correction correction) {
        budget.charge(new BudgetAmounts(
                orZero(correction.actualUsd()).minus(orZero(correction.bookedUsd())),
                correction.actual().total() - correction.booked().total(),
                0));
    }

    private static Money orZero(@Nullable Money usd) {
        return usd == null ? Money.ZERO : usd;
    }
}
