package io.agentkit.price;

/**
 * What a budget of money does with a model that has no price.
 */
public enum UnknownPrice {
    /** Refuses it. */
    REFUSE,
    /** Lets it through, without money in the books. */
    ALLOW
}
