package io.agentkit.springai;

import io.agentkit.Call;
import io.agentkit.ToolErrorText;
import io.agentkit.tool.ToolRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.execution.ToolExecutionException;
import org.springframework.ai.tool.execution.ToolExecutionExceptionProcessor;
import org.springframework.beans.factory.ObjectProvider;

/** Asks Spring AI's own processor what it makes of a failure, as it will be asked again when the failure gets there. */
final class SentToolErrors implements ToolErrorText {

    private final ObjectProvider<ToolErrorPolicy> policies;
    private final ObjectProvider<ToolExecutionExceptionProcessor> processors;

    SentToolErrors(
            ObjectProvider<ToolErrorPolicy> policies, ObjectProvider<ToolExecutionExceptionProcessor> processors) {
        this.policies = policies;
        this.processors = processors;
    }

    @Override
    public @Nullable String of(Call<ToolRequest> call, Throwable failure) {
        if (!(failure instanceof RuntimeException thrown)
                || !(call.surroundings() instanceof ToolInvocation invocation)) {
            return null;
        }
        ToolErrorPolicy policy = policies.getIfAvailable(() -> ToolErrorPolicy.STANDARD);
        RuntimeException outward = ToolFailures.outward(invocation.callback().getToolDefinition(), thrown, policy);
        return outward instanceof ToolExecutionException told ? text(told) : null;
    }

    /** Null when the processor lets it end the turn. */
    private @Nullable String text(ToolExecutionException failure) {
        ToolExecutionExceptionProcessor processor = processors.getIfUnique();
        try {
            return processor == null ? failure.getMessage() : processor.process(failure);
        } catch (RuntimeException ends) {
            return null;
        }
    }
}
