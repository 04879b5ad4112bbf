package io.agentkit.spend;

import io.agentkit.Call;
import io.agentkit.store.BudgetKey;
import io.agentkit.store.BudgetLevel;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.BudgetWindow;
import org.jspecify.annotations.Nullable;

/** A named budget with its limits as they are now. Thread-safe. */
final class Budget {

    /** The key of calls that do not say for whom they are. */
    static final String NONE = "(none)";

    /** The only key of a global budget. */
    static final String ALL = "(all)";

    private static final String EVERY_TOOL = "*";

    final String name;
    final BudgetSpec spec;
    private final BudgetWindow window;
    private final BudgetKey shared;
    private volatile BudgetLimits limits;

    Budget(String name, BudgetSpec spec) {
        this.name = name;
        this.spec = spec;
        this.window = spec.windows();
        this.shared = new BudgetKey(name, spec.scope().equals(BudgetSpec.GLOBAL) ? ALL : NONE);
        this.limits = spec.limits();
    }

    BudgetLimits limits() {
        return limits;
    }

    void limits(BudgetLimits changed) {
        limits = changed;
    }

    boolean countsTools() {
        return !spec.tools().isEmpty();
    }

    boolean countsTool(String tool) {
        return spec.tools().contains(tool) || spec.tools().contains(EVERY_TOOL);
    }

    /** The share that the call draws on; null when the budget wants to know for whom it is and the call does not say. */
    @Nullable
    BudgetLevel level(Call<?> call) {
        BudgetKey key = key(call);
        return key == null ? null : level(key);
    }

    private BudgetLevel level(BudgetKey key) {
        return new BudgetLevel(
                key,
                window,
                limits,
                spec.enforcement() == Enforcement.RESERVE,
                spec.unknownPrice() == UnknownPrice.ALLOW,
                spec.scope().equals(BudgetSpec.RUN));
    }

    private @Nullable BudgetKey key(Call<?> call) {
        String scope = spec.scope();
        if (scope.equals(BudgetSpec.GLOBAL)) {
            return shared;
        }
        String value = scope.equals(BudgetSpec.RUN)
                ? call.run().root().id()
                : call.scope().get(scope);
        if (value != null) {
            return new BudgetKey(name, value);
        }
        return spec.whenMissing() == WhenMissing.SHARED ? shared : null;
    }
}
