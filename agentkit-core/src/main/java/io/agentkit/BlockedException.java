package io.agentkit;

/**
 * A guard refused a request, a reply or a tool call.
 */
public class BlockedException extends AgentKitException {

    private static final long serialVersionUID = 1L;

    private final String reason;

    private final String detail;

    /**
     * @param reason why, for the caller: a fixed text of the guard, never the content
     * @param detail which rule matched, for operators
     */
    public BlockedException(String reason, String detail) {
        super(ErrorKind.BLOCKED, reason);
        this.reason = reason;
        this.detail = detail;
    }

    public String reason() {
        return reason;
    }

    public String detail() {
        return detail;
    }
}
