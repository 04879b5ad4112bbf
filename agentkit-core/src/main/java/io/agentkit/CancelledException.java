package io.agentkit;

import org.jspecify.annotations.Nullable;

/**
 * Unwinds a chain after its call was cancelled. The last failure before it, if any, is suppressed in it.
 */
public class CancelledException extends AgentKitException {

    private static final long serialVersionUID = 1L;

    private final Cancellation.Reason reason;

    public CancelledException(Cancellation.Reason reason, @Nullable Throwable cause) {
        super(
                failure(reason == Cancellation.Reason.DEADLINE ? ErrorKind.TIMEOUT : ErrorKind.CANCELLED),
                "The call was cancelled: " + reason.text(),
                cause);
        this.reason = reason;
    }

    public Cancellation.Reason reason() {
        return reason;
    }

    /** A cancelled call is over, whatever cancelled it. */
    private static Failure failure(ErrorKind kind) {
        return new Failure(kind, ErrorClass.PERMANENT, null, 0, null, null);
    }
}
