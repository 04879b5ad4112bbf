package io.agentkit.safety;

import java.util.Objects;

/**
 * What a policy says of a call of a tool.
 *
 * @param permission whether it may be made
 * @param rule which rule says so, for operators and in refusals: a fixed text, never arguments; empty when none does
 */
public record ToolVerdict(Permission permission, String rule) {

    /** Whether a call may be made. */
    public enum Permission {
        /** It may. */
        ALLOW,
        /** It may once a person agrees. */
        ASK,
        /** It may not. */
        DENY
    }

    private static final ToolVerdict ALLOW = new ToolVerdict(Permission.ALLOW, "");

    public ToolVerdict {
        Objects.requireNonNull(permission, "'permission' must not be null");
        Objects.requireNonNull(rule, "'rule' must not be null");
    }

    public static ToolVerdict allow() {
        return ALLOW;
    }

    public static ToolVerdict ask(String rule) {
        return new ToolVerdict(Permission.ASK, rule);
    }

    public static ToolVerdict deny(String rule) {
        return new ToolVerdict(Permission.DENY, rule);
    }

    /** The stricter of the two; this one when they agree. */
    ToolVerdict or(ToolVerdict other) {
        return other.permission.compareTo(permission) > 0 ? other : this;
    }
}
