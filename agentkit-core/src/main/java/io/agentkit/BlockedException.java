package io.agentkit;

import org.jspecify.annotations.Nullable;

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
        this(reason, detail, null);
    }

    /** @param cause how it showed, where that says more */
    public BlockedException(String reason, String detail, @Nullable Throwable cause) {
        super(ErrorKind.BLOCKED, reason, cause);
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
