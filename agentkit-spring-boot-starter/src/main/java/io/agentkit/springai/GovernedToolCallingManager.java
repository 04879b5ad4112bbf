package io.agentkit.springai;

import io.agentkit.Run;
import io.agentkit.RunFrame;
import io.agentkit.RunThreadLocalAccessor;
import io.agentkit.chat.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.model.tool.internal.ToolCallReactiveContextHolder;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * Puts the tools of a prompt behind their chain before they are called, those too that the manager finds by name: for loops that an
 * application makes itself, and for tools that advisors add on the way.
 */
final class GovernedToolCallingManager implements ToolCallingManager {

    private final ToolCallingManager delegate;

    private final ToolsByName byName;

    private final Supplier<SpringAiBridge> bridge;

    GovernedToolCallingManager(ToolCallingManager delegate, Supplier<SpringAiBridge> bridge) {
        this.delegate = delegate;
        this.byName = ToolsByName.of(delegate);
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
        List<ToolCall> calls = calls(chatResponse);
        List<ToolCallback> offered = OfferedTools.of(prompt.getOptions());
        List<ToolCallback> tools = byName.with(offered, calls);
        if (tools.isEmpty()) {
            return delegate.executeToolCalls(prompt, chatResponse);
        }
        Run run = run(tools);
        List<ToolCallback> governed = bridge.get().govern(tools, run);
        if (governed != tools) {
            run.toolCalls().emittedOnce(calls);
        }
        Prompt changed = governed == offered
                ? prompt
                : new Prompt(prompt.getInstructions(), withTools(prompt.getOptions(), governed));
        return bridge.get().parallelTools().execute(delegate, changed, chatResponse);
    }

    static ChatOptions withTools(@Nullable ChatOptions options, List<ToolCallback> tools) {
        ToolCallingChatOptions.Builder<?> builder =
                options instanceof ToolCallingChatOptions calling ? calling.mutate() : ToolCallingChatOptions.builder();
        return builder.toolCallbacks(tools).build();
    }

    /** That of tools that have one, and in a stream that of Reactor's context, which Spring AI keeps on this thread. */
    private Run run(List<ToolCallback> tools) {
        for (ToolCallback tool : tools) {
            if (tool instanceof GovernedToolCallback governed) {
                return governed.run();
            }
        }
        RunFrame current = RunFrame.current();
        RunFrame frame = current != null
                ? current
                : ToolCallReactiveContextHolder.getContext().getOrDefault(RunThreadLocalAccessor.KEY, null);
        return bridge.get().joinedOrNew(frame);
    }

    private static List<ToolCall> calls(ChatResponse response) {
        List<ToolCall> calls = new ArrayList<>();
        for (Generation generation : response.getResults()) {
            calls.addAll(MessageReader.toolCalls(generation.getOutput()));
        }
        return calls;
    }
}
