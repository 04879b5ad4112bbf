package io.agentkit.coerce;

/** Leaves the parser where nothing can be made of a text. Without a stack trace: it is an outcome, not a fault. */
final class NotRepairable extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final RepairedJson.Reason reason;
    private final int offset;

    NotRepairable(RepairedJson.Reason reason, int offset) {
        super(reason.name(), null, false, false);
        this.reason = reason;
        this.offset = offset;
    }

    RepairedJson.Failed outcome() {
        return new RepairedJson.Failed(reason, offset);
    }
}
