package io.agentkit.egress;

import java.util.Objects;

/**
 * Whether a URL or an address may be reached.
 */
public sealed interface EgressDecision {

    /** It may. */
    static EgressDecision allowed() {
        return Allowed.INSTANCE;
    }

    /**
     * It may not.
     *
     * @param reason why, in words that hold nothing of the URL
     */
    static Refused refused(EgressRule rule, String reason) {
        return new Refused(rule, reason);
    }

    default boolean isAllowed() {
        return this instanceof Allowed;
    }

    /** It may be reached. */
    enum Allowed implements EgressDecision {
        INSTANCE
    }

    /**
     * It may not be reached.
     *
     * @param rule which rule says so
     * @param reason why, in words that hold nothing of the URL: they are shown to the model and may be logged
     */
    record Refused(EgressRule rule, String reason) implements EgressDecision {

        public Refused {
            Objects.requireNonNull(rule, "'rule' must not be null");
            Objects.requireNonNull(reason, "'reason' must not be null");
        }
    }
}
