package io.agentkit.boot;

import io.agentkit.spend.BudgetSpec;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Refuses budgets that are a part of what they cannot be a part of. */
final class BudgetParents {

    private static final ConfigurationPropertyName BUDGETS = PropertyTree.ROOT.append("budgets");

    private final PropertyTree tree;

    /** Of all budgets that were written; empty where there is none. */
    private final Map<String, String> parents = new LinkedHashMap<>();

    private final Map<String, BudgetSpec> budgets;

    /** Budgets in circles that were told of. */
    private final Set<String> circles = new LinkedHashSet<>();

    /** @param budgets those whose own settings are valid; of others only the parent is looked at */
    BudgetParents(PropertyTree tree, Map<String, BudgetSpec> budgets) {
        this.tree = tree;
        this.budgets = budgets;
        for (String name : tree.keysBelow(BUDGETS)) {
            BudgetSpec budget = budgets.get(name);
            String parent = budget == null ? tree.text(path(name)) : budget.parent();
            parents.put(name, parent == null ? "" : parent);
        }
    }

    void check(Mistakes mistakes) {
        parents.forEach((name, parent) -> {
            if (!parent.isBlank()) {
                mistakes.in(() -> check(name, parent));
            }
        });
    }

    private void check(String name, String parent) {
        Set<String> names = parents.keySet();
        if (!names.contains(parent)) {
            String meant = NearMiss.of(parent, names);
            throw complain(name, "There is no budget '%s'".formatted(parent))
                    .remedy((meant == null ? "" : "Did you mean '%s'? ".formatted(meant))
                            + "Budgets: %s.".formatted(String.join(", ", names)));
        }
        BudgetSpec budget = budgets.get(name);
        BudgetSpec above = budgets.get(parent);
        if (budget != null
                && above != null
                && above.tools().isEmpty() != budget.tools().isEmpty()) {
            throw complain(
                            name,
                            "One of '%s' and '%s' counts model requests and the other calls of tools"
                                    .formatted(name, parent))
                    .remedy("Name a budget that counts the same, or none.");
        }
        Set<String> circle = circle(name);
        if (circles.addAll(circle)) {
            throw complain(
                            name,
                            "'%s' would be a part of itself: %s in %s"
                                    .formatted(name, String.join(" in ", circle), name))
                    .remedy("Take 'parent' away from one of the budgets in the circle.");
        }
    }

    /** The budgets from this one up to itself; none where the way up ends or goes round elsewhere. */
    private Set<String> circle(String name) {
        Set<String> way = new LinkedHashSet<>();
        String each = name;
        while (each != null && way.add(each)) {
            each = parents.get(each);
        }
        return name.equals(each) ? way : Set.of();
    }

    private ConfigurationPropertyName path(String name) {
        return tree.child(BUDGETS, name).append("parent");
    }

    private Complaint complain(String name, String reason) {
        ConfigurationPropertyName path = path(name);
        return Complaint.about(tree.inOwnWords(path), tree.find(path), reason);
    }
}
