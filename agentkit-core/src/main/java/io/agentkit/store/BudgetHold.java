package io.agentkit.store;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the budgets that apply to one request hold for it, from {@link BudgetStore#reserve} until it is settled. Used by one request at a
 * time, whose hooks may run on several threads one after another; once settled it may be reserved again.
 */
public final class BudgetHold {

    private final List<BudgetLevel> levels;

    private final BudgetNeed need;

    private @Nullable Object state;

    /** @param levels the budgets that apply; taken as they are, so they must not change */
    public BudgetHold(List<BudgetLevel> levels, BudgetNeed need) {
        this.levels = Objects.requireNonNull(levels, "'levels' must not be null");
        this.need = Objects.requireNonNull(need, "'need' must not be null");
    }

    /** The budgets that apply, in the order in which one that refuses is named. */
    public List<BudgetLevel> levels() {
        return levels;
    }

    public BudgetNeed need() {
        return need;
    }

    /** What the store noted; null before it did. */
    public @Nullable Object state() {
        return state;
    }

    /** For stores: notes what was reserved. */
    public void state(Object value) {
        state = value;
    }
}
