package io.agentkit.springai;

import io.agentkit.AgentKitException;
import io.agentkit.CancelledException;

/**
 * Decides which failures of a tool call end the turn. All others go to the model as the result of the call, where Spring AI's own settings
 * have the last word. Declare a bean of this type to decide otherwise. Thread-safe.
 */
@FunctionalInterface
public interface ToolErrorPolicy {

    /**
     * Budget, depth, turns, cancellation, configuration, stores and a pending approval end the turn, and so does an unknown outcome, since the
     * model would ask for the same again; what a guard, a time limit or the tool itself says does not.
     */
    ToolErrorPolicy STANDARD = failure -> {
        if (failure instanceof CancelledException) {
            return true;
        }
        return switch (failure.kind()) {
            case BUDGET_EXCEEDED,
                    DEPTH_EXCEEDED,
                    MAX_TURNS,
                    CANCELLED,
                    CONFIG,
                    STORE,
                    OUTCOME_UNKNOWN,
                    NEGATIVE_USAGE,
                    APPROVAL_PENDING -> true;
            default -> false;
        };
    };

    /** @param failure what agentkit refused the call with; a tool's own failures are not asked about */
    boolean endsTurn(AgentKitException failure);
}
