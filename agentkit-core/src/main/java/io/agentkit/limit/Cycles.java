package io.agentkit.limit;

/**
 * Whether an agent may work inside itself, directly or with others between. Agents are told apart by the name their runs were opened with.
 */
public enum Cycles {
    /** It is refused: agents that hand work to each other in a circle do so for ever. */
    REFUSE,
    /** It may, as deep as agents may be nested at all. */
    ALLOW
}
