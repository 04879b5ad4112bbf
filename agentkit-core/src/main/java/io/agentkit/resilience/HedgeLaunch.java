package io.agentkit.resilience;

/**
 * How backups start that nobody has failed for yet.
 */
public enum HedgeLaunch {
    /** The first after the delay, each further one after the delay again. */
    STAGGERED,
    /** All after the delay. */
    TOGETHER
}
