package io.agentkit.limit;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.RunSpend;

/**
 * Agents or tools went further than {@code depth-limit} lets them. The message names the rule and nothing else, so that it can be shown to
 * anyone.
 */
public class DepthExceededException extends AgentKitException {

    private static final long serialVersionUID = 1L;

    private final DepthReason reason;
    private final int most;
    private final int depth;
    private final transient RunSpend spend;

    /**
     * @param reason what went too far
     * @param most how far it may go; 0 for cycles
     * @param depth how deep the call was nested
     * @param spend what its run had used
     */
    DepthExceededException(DepthReason reason, int most, int depth, RunSpend spend) {
        super(ErrorKind.DEPTH_EXCEEDED, reason.message(most));
        this.reason = reason;
        this.most = most;
        this.depth = depth;
        this.spend = spend;
    }

    public DepthReason reason() {
        return reason;
    }

    /** How far it may go; 0 for cycles. */
    public int most() {
        return most;
    }

    /** How deep the call was nested. */
    public int depth() {
        return depth;
    }

    /** What the call's run had used by then. */
    public RunSpend spend() {
        return spend;
    }
}
