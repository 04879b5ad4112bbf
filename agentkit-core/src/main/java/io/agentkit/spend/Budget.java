package io.agentkit.spend;

import io.agentkit.Call;
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

    private static final String SEPARATOR = "/";

    final String name;
    final BudgetSpec spec;

    /** The budget that this one is a part of, where that has keys of its own. */
    private final @Nullable Budget parent;

    private final BudgetWindow window;
    private final BudgetPolicy policy;
    private volatile BudgetLimits limits;

    /** Levels of keys that come again and again, made once. */
    private final Map<String, BudgetLevel> levels = new ConcurrentHashMap<>();

    Budget(String name, BudgetSpec spec, @Nullable Budget parent) {
        this.name = name;
        this.spec = spec;
        this.parent = parent;
        this.window = spec.windows();
        this.policy = spec.policy(isPassing());
        this.limits = spec.limits();
    }

    /** Whether its keys name something that ends. */
    private boolean isPassing() {
        return spec.scope().equals(BudgetSpec.RUN) || (parent != null && parent.isPassing());
    }

    private boolean isGlobal() {
        return spec.scope().equals(BudgetSpec.GLOBAL);
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
        String value = value(call);
        if (value == null) {
            return null;
        }
        String key = parent == null ? value : path(call, value);
        return policy.passing() ? level(key, limits) : lasting(key);
    }

    private @Nullable String value(Call<?> call) {
        if (spec.scope().equals(BudgetSpec.RUN)) {
            return call.run().root().id();
        }
        String value = isGlobal() ? ALL : call.scope().get(spec.scope());
        return value == null && spec.whenMissing() == WhenMissing.SHARED ? NONE : value;
    }

    /** The same user of two tenants is two users: keys of the parents stand before a key. */
    private String path(Call<?> call, String value) {
        String own = escaped(value);
        if (parent == null) {
            return own;
        }
        String before = parent.value(call);
        String outer = parent.path(call, before == null ? NONE : before);
        return parent.isGlobal() ? own : outer + SEPARATOR + own;
    }

    private static String escaped(String value) {
        return value.replace("%", "%25").replace(SEPARATOR, "%2F");
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
