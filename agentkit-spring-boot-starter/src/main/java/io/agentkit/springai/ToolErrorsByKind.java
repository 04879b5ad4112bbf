package io.agentkit.springai;

import io.agentkit.AgentKitException;
import io.agentkit.CancelledException;
import io.agentkit.ErrorKind;
import io.agentkit.boot.AgentkitProperties.OnToolError;
import java.util.Map;

/**
 * The standard policy, but for some kinds.
 *
 * @param byKind what happens with failures of a kind
 */
record ToolErrorsByKind(Map<ErrorKind, OnToolError> byKind) implements ToolErrorPolicy {

    /** Nobody is there to read on after a cancellation. */
    @Override
    public boolean endsTurn(AgentKitException failure) {
        OnToolError written = failure instanceof CancelledException ? null : byKind.get(failure.kind());
        return written == null ? STANDARD.endsTurn(failure) : written == OnToolError.END_TURN;
    }
}
