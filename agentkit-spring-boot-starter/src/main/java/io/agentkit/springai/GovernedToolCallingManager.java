package io.agentkit.springai;

import io.agentkit.Run;
import io.agentkit.chat.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** Puts the tools of a prompt behind their chain before they are called: for loops that an application makes itself. */
final class GovernedToolCallingManager implements ToolCallingManager {

    private final ToolCallingManager delegate;

    private final Supplier<SpringAiBridge> bridge;

    GovernedToolCallingManager(ToolCallingManager delegate, Supplier<SpringAiBridge> bridge) {
        this.delegate = delegate;
        this.bridge = bridge;
    }

    ToolCallingManager unwrap() {
        return delegate;
    }

    @Override
    public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions chatOptions) {
        return delegate.resolveToolDefinitions(chatOptions);
    }

    @Override
    public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse chatResponse) {
        return delegate.executeToolCalls(governed(prompt, chatResponse), chatResponse);
    }

    private Prompt governed(Prompt prompt, ChatResponse response) {
        List<ToolCallback> offered = OfferedTools.of(prompt.getOptions());
        if (offered.isEmpty()
                || offered.stream().allMatch(GovernedToolCallback.class::isInstance)
                || !(prompt.getOptions() instanceof ToolCallingChatOptions options)) {
            return prompt;
        }
        Run run = bridge.get().joinedOrNew();
        run.toolCalls().emittedOnce(calls(response));
        return new Prompt(
                prompt.getInstructions(),
                options.mutate()
                        .toolCallbacks(bridge.get().govern(offered, run))
                        .build());
    }

    private static List<ToolCall> calls(ChatResponse response) {
        List<ToolCall> calls = new ArrayList<>();
        for (Generation generation : response.getResults()) {
            calls.addAll(MessageReader.toolCalls(generation.getOutput()));
        }
        return calls;
    }
}
