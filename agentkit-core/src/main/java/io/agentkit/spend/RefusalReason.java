package io.agentkit.spend;

import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.BudgetRefusal;

/**
 * Why a budget refuses a call: a stable code.
 */
public enum RefusalReason {
    USD("Budget '%s' has not enough money left for this call"),
    TOKENS("Budget '%s' has not enough tokens left for this call"),
    CALLS("Budget '%s' has no calls left"),
    /** Only of an {@link ActorBudget}. */
    TIME("Budget '%s' has no time left"),
    /** Money is limited and the model has no price. */
    UNKNOWN_PRICE("Budget '%s' does not let a model pass whose price is unknown"),
    /** The budget has to know for whom the call is. */
    MISSING_SCOPE("Budget '%s' does not let a call pass that does not say for whom it is"),
    /** Nobody can say what a part of the request costs at most. */
    UNBOUNDED("Budget '%s' does not let a call pass of which a part has no upper bound");

    private final String template;

    RefusalReason(String template) {
        this.template = template;
    }

    /** Whether nothing is left of what this speaks of. */
    boolean isUsedUp(BudgetLimits limit, BudgetAmounts spent) {
        return switch (this) {
            case USD -> limit.usd() != null && spent.usd().compareTo(limit.usd()) >= 0;
            case TOKENS -> limit.tokens() != null && spent.tokens() >= limit.tokens();
            case CALLS -> limit.calls() != null && spent.calls() >= limit.calls();
            case TIME, UNKNOWN_PRICE, MISSING_SCOPE, UNBOUNDED -> false;
        };
    }

    /** Whether there is too little of something, and not a request that cannot be judged. */
    boolean isOfAmount() {
        return this == USD || this == TOKENS || this == CALLS || this == TIME;
    }

    String message(String budget) {
        return template.formatted(budget);
    }

    static RefusalReason of(BudgetRefusal.Reason reason) {
        return switch (reason) {
            case USD -> USD;
            case TOKENS -> TOKENS;
            case CALLS -> CALLS;
            case UNKNOWN_PRICE -> UNKNOWN_PRICE;
        };
    }
}
