package io.agentkit.spend;

import io.agentkit.Call;
import io.agentkit.price.UnknownPrice;
import io.agentkit.store.BudgetKey;
import io.agentkit.store.BudgetLevel;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.BudgetPolicy;
import io.agentkit.store.BudgetWindow;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A named budget with its limits as they are now. Thread-safe. */
final class Budget {

    /** The key of calls that do not say for whom they are. */
    static final String NONE = "(none)";

    /** The only key of a global budget. */
    static final String ALL = "(all)";

    /** Most keys whose levels are kept ready. */
    private static final int MOST_LEVELS = 1_000;

    private static final String EVERY_TOOL = "*";

    final String name;
    final BudgetSpec spec;
    private final BudgetWindow window;
    private final BudgetPolicy policy;
    private volatile BudgetLimits limits;

    /** Levels of keys that come again and again, made once. */
    private final Map<String, BudgetLevel> levels = new ConcurrentHashMap<>();

    Budget(String name, BudgetSpec spec) {
        this.name = name;
        this.spec = spec;
        this.window = spec.windows();
        this.limits = spec.limits();
        this.policy = (spec.enforcement() == Enforcement.RESERVE ? BudgetPolicy.RESERVE : BudgetPolicy.CHECK)
                .withUnpricedPasses(spec.unknownPrice() == UnknownPrice.ALLOW)
                .withPassing(spec.scope().equals(BudgetSpec.RUN));
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
        String scope = spec.scope();
        if (scope.equals(BudgetSpec.RUN)) {
            return level(call.run().root().id(), limits);
        }
        String value = scope.equals(BudgetSpec.GLOBAL) ? ALL : call.scope().get(scope);
        if (value != null) {
            return lasting(value);
        }
        return spec.whenMissing() == WhenMissing.SHARED ? lasting(NONE) : null;
    }

    private BudgetLevel lasting(String value) {
        BudgetLimits now = limits;
        BudgetLevel known = levels.get(value);
        if (known != null && known.limits() == now) {
            return known;
        }
        BudgetLevel made = level(value, now);
        if (known != null || levels.size() < MOST_LEVELS) {
            levels.put(value, made);
        }
        return made;
    }

    private BudgetLevel level(String value, BudgetLimits now) {
        return new BudgetLevel(new BudgetKey(name, value), window, now, policy);
    }
}
