package io.agentkit.springai;

import io.agentkit.AgentKitException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;

/** What a failure behind a tool's chain is to Spring AI. Stateless. */
final class ToolFailures {

    private static final int DEEPEST = 8;

    private ToolFailures() {}

    /** A {@link ToolExecutionException} for what the model is told; anything else ends the turn. */
    static RuntimeException outward(ToolDefinition tool, RuntimeException failure, ToolErrorPolicy policy) {
        AgentKitException refusal = refusalIn(failure);
        if (refusal != null) {
            // What a nested agent may not spend ends the outer turn as well: the model could do nothing about it.
            return policy.endsTurn(refusal) ? refusal : new ToolExecutionException(tool, refusal);
        }
        return failure instanceof ToolExecutionException ? failure : new ToolExecutionException(tool, failure);
    }

    /** What agentkit refused, also where a nested agent ran on another thread, whose exceptions come wrapped. */
    private static @Nullable AgentKitException refusalIn(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; depth < DEEPEST && cause != null; depth++) {
            if (cause instanceof AgentKitException refusal) {
                return refusal;
            }
            boolean wrapper = cause instanceof ToolExecutionException
                    || cause instanceof CompletionException
                    || cause instanceof ExecutionException;
            cause = wrapper ? cause.getCause() : null;
        }
        return null;
    }
}
