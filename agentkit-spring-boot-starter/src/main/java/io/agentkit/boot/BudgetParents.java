package io.agentkit.boot;

import io.agentkit.spend.BudgetSpec;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Refuses budgets that are a part of what they cannot be a part of. */
final class BudgetParents {

    private static final ConfigurationPropertyName BUDGETS = PropertyTree.ROOT.append("budgets");

    private final PropertyTree tree;

    private final Set<String> names;

    private final Map<String, BudgetSpec> budgets;

    /** Budgets in circles that were told of. */
    private final Set<String> circles = new LinkedHashSet<>();

    /**
     * @param names of all budgets that were written
     * @param budgets those of them whose own settings are valid
     */
    BudgetParents(PropertyTree tree, Set<String> names, Map<String, BudgetSpec> budgets) {
        this.tree = tree;
        this.names = names;
        this.budgets = budgets;
    }

    void check(Mistakes mistakes) {
        budgets.forEach((name, budget) -> {
            String parent = budget.parent();
            if (parent != null) {
                mistakes.in(() -> check(name, budget, parent));
            }
        });
    }

    private void check(String name, BudgetSpec budget, String parent) {
        if (!names.contains(parent)) {
            String meant = NearMiss.of(parent, names);
            throw complain(name, "There is no budget '%s'".formatted(parent))
                    .remedy((meant == null ? "" : "Did you mean '%s'? ".formatted(meant))
                            + "Budgets: %s.".formatted(String.join(", ", names)));
        }
        BudgetSpec above = budgets.get(parent);
        if (above != null && above.tools().isEmpty() != budget.tools().isEmpty()) {
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
            each = parent(each);
        }
        return name.equals(each) ? way : Set.of();
    }

    private @Nullable String parent(String name) {
        BudgetSpec budget = budgets.get(name);
        return budget == null ? null : budget.parent();
    }

    private Complaint complain(String name, String reason) {
        ConfigurationPropertyName path = tree.child(BUDGETS, name).append("parent");
        return Complaint.about(tree.inOwnWords(path), tree.find(path), reason);
    }
}
