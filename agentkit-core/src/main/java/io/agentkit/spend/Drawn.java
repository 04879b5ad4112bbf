package io.agentkit.spend;

import io.agentkit.store.BudgetLevels;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The budgets that a run draws on, resolved once and kept with the run.
 *
 * @param version of the limits that they were resolved with
 * @param levels none where no budget applies
 * @param hard what the ones that nothing may go over demand; null when there are none
 */
record Drawn(Object version, BudgetLevels levels, @Nullable Hard hard) {

    /**
     * What the strictest of the hard budgets demand.
     *
     * @param minOutput the shortest answer that is asked for
     * @param allowed parts without a bound that all of them let pass
     */
    record Hard(int minOutput, Set<Unbounded> allowed) {

        static @Nullable Hard of(List<Budget> budgets) {
            int shortest = 0;
            Set<Unbounded> allowed = EnumSet.allOf(Unbounded.class);
            for (Budget budget : budgets) {
                if (budget.spec.enforcement() == Enforcement.HARD) {
                    shortest = Math.max(shortest, budget.spec.minOutput());
                    allowed.retainAll(budget.spec.allowUnbounded());
                }
            }
            return shortest == 0 ? null : new Hard(shortest, allowed);
        }
    }
}
