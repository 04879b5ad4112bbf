package io.agentkit.safety;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;

/**
 * A tool was not called, since nobody has decided yet whether it may be. The approval stays where it can be decided; the same call in the
 * same run, made again, then finds the decision. The message names the tool and the approval and nothing else.
 */
public class ApprovalPendingException extends AgentKitException {

    private static final long serialVersionUID = 1L;

    private final String approvalId;

    private final String tool;

    ApprovalPendingException(String tool, String approvalId) {
        super(
                ErrorKind.APPROVAL_PENDING,
                "Tool '%s' was not called: it waits for approval %s".formatted(tool, approvalId));
        this.approvalId = approvalId;
        this.tool = tool;
    }

    /** What has to be decided. */
    public String approvalId() {
        return approvalId;
    }

    public String tool() {
        return tool;
    }
}
