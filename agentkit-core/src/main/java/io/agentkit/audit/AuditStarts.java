package io.agentkit.audit;

import io.agentkit.tool.ToolSafety;

/** For which tools a record is written before they run. For those that act on the world it always is. */
public enum AuditStarts {
    /** Tools with side effects, and those of which nobody knows. */
    SIDE_EFFECTS,
    /** Idempotent ones, too. */
    WRITES,
    /** All. */
    ALL;

    boolean includes(ToolSafety safety) {
        return switch (safety) {
            case SIDE_EFFECT, UNKNOWN -> true;
            case IDEMPOTENT -> this != SIDE_EFFECTS;
            case READ_ONLY -> this == ALL;
        };
    }
}
