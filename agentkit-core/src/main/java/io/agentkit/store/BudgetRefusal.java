package io.agentkit.store;

/**
 * Why a budget does not take a request.
 *
 * @param level the budget that refuses
 * @param reason what is missing
 * @param state what the budget had at that moment
 */
public record BudgetRefusal(BudgetLevel level, Reason reason, BudgetState state) {

    /** What is missing. */
    public enum Reason {
        USD,
        TOKENS,
        CALLS,
        /** Money is limited and nobody knows what the request would cost. */
        UNKNOWN_PRICE
    }
}
