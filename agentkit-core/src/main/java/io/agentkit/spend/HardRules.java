package io.agentkit.spend;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the strictest of the budgets demand that nothing may go over.
 *
 * @param minOutput the shortest answer that is asked for
 * @param allowed parts without a bound that all of them let pass
 */
record HardRules(int minOutput, Set<Unbounded> allowed) {

    /** The same with what one more budget demands; null when none so far is a hard one. */
    static @Nullable HardRules with(@Nullable HardRules before, BudgetSpec spec) {
        if (spec.enforcement() != Enforcement.HARD) {
            return before;
        }
        if (before == null) {
            return new HardRules(spec.minOutput(), spec.allowUnbounded());
        }
        Set<Unbounded> both = new HashSet<>(before.allowed);
        both.retainAll(spec.allowUnbounded());
        return new HardRules(Math.max(before.minOutput, spec.minOutput()), both);
    }
}
