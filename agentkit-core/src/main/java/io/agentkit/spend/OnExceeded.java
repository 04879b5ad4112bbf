package io.agentkit.spend;

/**
 * What happens to a request that a budget does not take.
 */
public enum OnExceeded {
    /** The call ends with a {@link BudgetExceededException}. */
    REJECT,
    /**
     * The call ends with an answer of its own that says so, and no request is sent: a loop of tools ends in order, with what it has. Where a
     * part of an answer was shown already, and where nothing is used up but the request cannot be judged (a price or a scope is unknown, a part
     * has no bound), as {@link #REJECT}.
     */
    FINISH,
    /** It is sent all the same; what goes over is counted, and events tell when the limit is reached. */
    WARN,
    /** A cheaper model is asked instead, once; when that does not fit either, as {@link #REJECT}. */
    DEGRADE
}
