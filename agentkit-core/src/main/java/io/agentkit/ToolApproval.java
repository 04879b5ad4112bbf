package io.agentkit;

import java.util.Objects;

/**
 * That somebody was asked about a tool call, and what they said. Rides on the call's meta, so that whoever keeps records of calls knows it.
 *
 * @param granted whether the call may be made
 * @param by who says so
 */
public record ToolApproval(boolean granted, String by) {

    /** Of a call. */
    public static final Attribute<ToolApproval> ATTRIBUTE = Attribute.of("tool approval", ToolApproval.class);

    public ToolApproval {
        Objects.requireNonNull(by, "'by' must not be null");
    }
}
