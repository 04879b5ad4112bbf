package io.agentkit.spend;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

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
        BudgetSpec spec = Objects.requireNonNull(specs.get(name));
        children.add(name);
        String above = spec.parent();
        Budget parent = above == null ? null : parent(name, spec, above, children);
        Budget budget = new Budget(name, spec, parent);
        made.put(name, budget);
        return budget;
    }

    private Budget parent(String name, BudgetSpec spec, String parent, Set<String> children) {
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
