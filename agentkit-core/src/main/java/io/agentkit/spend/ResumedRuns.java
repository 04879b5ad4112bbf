package io.agentkit.spend;

import io.agentkit.Call;
import io.agentkit.Run;
import io.agentkit.RunSpend;
import io.agentkit.RunTotals;
import io.agentkit.store.BudgetHold;
import io.agentkit.store.BudgetKey;
import io.agentkit.store.BudgetLevel;
import io.agentkit.store.BudgetLevels;
import io.agentkit.store.BudgetNeed;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Has the budgets of a run that is gone on with start from what it used before, where their store does not know the run. Thread-safe. */
final class ResumedRuns {

    private final Budgets budgets;

    private final ReentrantLock lock = new ReentrantLock();

    ResumedRuns(Budgets budgets) {
        this.budgets = budgets;
    }

    /** Before a request of the call reserves anything. */
    void charge(Call<?> call) {
        Run root = call.run().root();
        if (root.past().equals(RunTotals.NONE)) {
            return;
        }
        // Looked at each time: a store may forget a run that nobody used for long.
        lock.lock();
        try {
            for (Budget budget : budgets.forModels()) {
                BudgetLevel level = budget.spec.scope().equals(BudgetSpec.RUN) ? budget.level(call) : null;
                if (level != null) {
                    charge(level, root.spend());
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void charge(BudgetLevel level, RunSpend spend) {
        if (isKnown(level.key())) {
            return;
        }
        BudgetHold hold = budgets.store().hold(new BudgetLevels(List.of(level)));
        hold.need(BudgetNeed.CALL);
        // A budget of nothing refuses even this, and every request as well.
        if (budgets.store().reserve(hold) == null) {
            budgets.store().settle(hold, spend.usd(), spend.usage().total(), spend.requests());
        }
    }

    /** Also in a window that is over: what the run used before is no part of the next one. */
    private boolean isKnown(BudgetKey key) {
        return budgets.store().find(key) != null
                || !budgets.store().history(key, 1).isEmpty();
    }
}
