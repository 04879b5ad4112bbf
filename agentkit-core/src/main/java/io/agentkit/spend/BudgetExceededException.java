package io.agentkit.spend;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetLimits;

/**
 * A budget refused a call; nothing was sent. The message names the budget and nothing else, so that it can be shown to anyone; who, how
 * much and why are for operators.
 */
public class BudgetExceededException extends AgentKitException {

    private static final long serialVersionUID = 1L;

    private final String budget;
    private final String scope;
    private final String key;
    private final RefusalReason reason;
    private final transient BudgetLimits limit;
    private final transient BudgetAmounts spent;

    /**
     * @param budget the budget's name
     * @param scope for whom it is kept apart
     * @param key for whom this is
     * @param reason what is missing
     * @param limit what may be used
     * @param spent used so far
     */
    public BudgetExceededException(
            String budget, String scope, String key, RefusalReason reason, BudgetLimits limit, BudgetAmounts spent) {
        super(ErrorKind.BUDGET_EXCEEDED, reason.message(budget));
        this.budget = budget;
        this.scope = scope;
        this.key = key;
        this.reason = reason;
        this.limit = limit;
        this.spent = spent;
    }

    /** The budget that refused. */
    public String budget() {
        return budget;
    }

    /** For whom the budget is kept apart, such as {@code tenant}. */
    public String scope() {
        return scope;
    }

    /** For whom this is, such as the tenant. */
    public String key() {
        return key;
    }

    public RefusalReason reason() {
        return reason;
    }

    public BudgetLimits limit() {
        return limit;
    }

    /** Used when the call was refused. */
    public BudgetAmounts spent() {
        return spent;
    }
}
