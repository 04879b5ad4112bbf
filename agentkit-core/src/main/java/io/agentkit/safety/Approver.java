package io.agentkit.safety;

/**
 * Decides calls that need approval before a person is asked: a bean of this type may approve small amounts and leave the rest to people. It
 * is asked once for each call and must be quick; to tell people that they are needed, listen to {@link ApprovalRequested}. When it throws, or
 * gives back null, the call is refused. Has to be thread-safe.
 */
@FunctionalInterface
public interface Approver {

    /** Leaves every decision to people. */
    Approver PEOPLE = request -> new ApprovalDecision.Pending();

    ApprovalDecision decide(ApprovalRequest request);
}
