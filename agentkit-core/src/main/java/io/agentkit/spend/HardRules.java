package io.agentkit.spend;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the strictest of the budgets demand that nothing may go over.
 *
 * @param minOutput the shortest answer that is asked for
 * @param allowed parts without a bound that all of them let pass
 */
record HardRules(int minOutput, Set<Unbounded> allowed) {

    /** Null when there is no such budget. */
    static @Nullable HardRules of(List<Budget> budgets) {
        int shortest = 0;
        Set<Unbounded> allowed = EnumSet.allOf(Unbounded.class);
        for (Budget budget : budgets) {
            if (budget.spec.enforcement() == Enforcement.HARD) {
                shortest = Math.max(shortest, budget.spec.minOutput());
                allowed.retainAll(budget.spec.allowUnbounded());
            }
        }
        return shortest == 0 ? null : new HardRules(shortest, allowed);
    }
}
