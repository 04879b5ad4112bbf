package io.agentkit.spend;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes budgets out of their settings, each after its parent. */
final class BudgetTree {

    private final Map<String, BudgetSpec> specs;

    private final Map<String, Budget> made = new LinkedHashMap<>();

    private BudgetTree(Map<String, BudgetSpec> specs) {
        this.specs = specs;
    }

    /**
     * In the order of the settings.
     *
     * @throws IllegalArgumentException when a parent does not exist, is of the other kind or is its own
     */
    static Map<String, Budget> of(Map<String, BudgetSpec> specs) {
        BudgetTree tree = new BudgetTree(specs);
        Map<String, Budget> ordered = new LinkedHashMap<>();
        specs.keySet().forEach(name -> ordered.put(name, tree.make(name, new LinkedHashSet<>())));
        return ordered;
    }

    private Budget make(String name, Set<String> children) {
        Budget known = made.get(name);
        if (known != null) {
            return known;
        }
        BudgetSpec spec = specs.get(name);
        children.add(name);
        Budget parent = spec.parent() == null ? null : parent(name, spec, children);
        Budget budget = new Budget(name, spec, parent);
        made.put(name, budget);
        return budget;
    }

    private @Nullable Budget parent(String name, BudgetSpec spec, Set<String> children) {
        String parent = spec.parent();
        BudgetSpec above = specs.get(parent);
        if (above == null) {
            throw new IllegalArgumentException(
                    "'parent' of budget '%s' must be a budget (was %s)".formatted(name, parent));
        }
        if (children.contains(parent)) {
            throw new IllegalArgumentException(
                    "'parent' of budget '%s' must not lead back to it (was %s)".formatted(name, parent));
        }
        if (above.tools().isEmpty() != spec.tools().isEmpty()) {
            throw new IllegalArgumentException(
                    "'parent' of budget '%s' must count what it counts, model requests or calls of tools (was %s)"
                            .formatted(name, parent));
        }
        return make(parent, children);
    }
}
