package io.agentkit.spend;

import io.agentkit.store.BudgetAmounts;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A part of an {@link ActorBudget} that was taken out of it. Close it when the actor is done: what it did not use goes back. Thread-safe.
 */
public final class ActorReservation implements AutoCloseable {

    private final ActorBudget from;
    private final BudgetAmounts amounts;
    private final ActorBudget budget;
    private final AtomicBoolean settled = new AtomicBoolean();

    ActorReservation(ActorBudget from, BudgetAmounts amounts, ActorBudget budget) {
        this.from = from;
        this.amounts = amounts;
        this.budget = budget;
    }

    /** What was reserved. */
    public BudgetAmounts amounts() {
        return amounts;
    }

    /** A budget of its own for the actor it is for: exactly this part, and the time that is left. */
    public ActorBudget budget() {
        return budget;
    }

    /** Charges what was used, also what is more than was reserved, and gives the reservation back. Without effect the second time. */
    public void settle(BudgetAmounts used) {
        if (settled.compareAndSet(false, true)) {
            from.settle(amounts, used);
        }
    }

    /** Settles with what the {@link #budget()} was charged, unless that was done. */
    @Override
    public void close() {
        settle(budget.used());
    }
}
