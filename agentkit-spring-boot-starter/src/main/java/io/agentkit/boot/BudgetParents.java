package io.agentkit.boot;

import io.agentkit.spend.BudgetSpec;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Refuses budgets that are a part of what they cannot be a part of. */
final class BudgetParents {

    private static final ConfigurationPropertyName BUDGETS = PropertyTree.ROOT.append("budgets");

    private final PropertyTree tree;

    private final Map<String, BudgetSpec> budgets;

    BudgetParents(PropertyTree tree, Map<String, BudgetSpec> budgets) {
        this.tree = tree;
        this.budgets = budgets;
    }

    void check() {
        budgets.forEach((name, budget) -> {
            String parent = budget.parent();
            if (parent == null) {
                return;
            }
            BudgetSpec above = budgets.get(parent);
            if (above == null) {
                String meant = NearMiss.of(parent, budgets.keySet());
                throw complain(name, "There is no budget '%s'".formatted(parent))
                        .remedy((meant == null ? "" : "Did you mean '%s'? ".formatted(meant))
                                + "Budgets: %s.".formatted(String.join(", ", budgets.keySet())));
            }
            if (above.tools().isEmpty() != budget.tools().isEmpty()) {
                throw complain(
                                name,
                                "One of '%s' and '%s' counts model requests and the other calls of tools"
                                        .formatted(name, parent))
                        .remedy("Name a budget that counts the same, or none.");
            }
            if (leadsBack(name)) {
                throw complain(name, "'%s' would be a part of itself".formatted(name))
                        .remedy("Take 'parent' away from one of the budgets in the circle.");
            }
        });
    }

    private boolean leadsBack(String name) {
        Set<String> seen = new HashSet<>();
        for (String each = name; each != null; each = parent(each)) {
            if (!seen.add(each)) {
                return each.equals(name);
            }
        }
        return false;
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
