package io.agentkit.springai;

import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.Run;
import io.agentkit.RunFrame;
import io.agentkit.ToolCallLedger;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.metadata.ToolMetadata;

/**
 * A tool behind its chain. It belongs to the run it was made in, whatever thread calls it. Its type marks it, so that no tool is wrapped
 * twice.
 */
final class GovernedToolCallback implements ToolCallback {

    private final ToolCallback delegate;

    private final Run run;

    private final ToolGovernance governance;

    /** The model's identifier of the one call it is for; null when it may be any. */
    private final @Nullable String callId;

    private final Cancellation cancellation;

    GovernedToolCallback(ToolCallback delegate, Run run, ToolGovernance governance) {
        this(delegate, run, governance, null, Cancellation.NEVER);
    }

    private GovernedToolCallback(
            ToolCallback delegate,
            Run run,
            ToolGovernance governance,
            @Nullable String callId,
            Cancellation cancellation) {
        this.delegate = delegate;
        this.run = run;
        this.governance = governance;
        this.callId = callId;
        this.cancellation = cancellation;
    }

    Run run() {
        return run;
    }

    /** The same tool for one call, which may be cancelled. */
    GovernedToolCallback forCall(String id, Cancellation withCall) {
        return new GovernedToolCallback(delegate, run, governance, id, withCall);
    }

    @Override
    public ToolDefinition getToolDefinition() {
        return delegate.getToolDefinition();
    }

    @Override
    public ToolMetadata getToolMetadata() {
        return delegate.getToolMetadata();
    }

    @Override
    public String call(String toolInput) {
        return call(toolInput, null);
    }

    @Override
    @SuppressWarnings("try") // the frame is there to be closed
    public String call(String toolInput, @Nullable ToolContext toolContext) {
        String name = getToolDefinition().name();
        if (ToolInvocation.isRunning(run, name)) {
            // The application put a callback of its own around this one, and the chain is around that.
            return toolContext == null ? delegate.call(toolInput) : delegate.call(toolInput, toolContext);
        }
        String arguments = MessageReader.text(toolInput);
        ToolCallLedger.Entry entry = callId == null
                ? run.toolCalls().take(name, arguments)
                : run.toolCalls().take(callId, name, arguments);
        String chain = entry.chain();
        ToolRequest request = request(governance.facts(delegate, chain), entry, arguments)
                .withContext(toolContext == null ? Map.of() : toolContext.getContext());
        CallSettings settings = CallSettings.DEFAULTS
                .withRun(run)
                .withCancellation(cancellation)
                .within(new ToolInvocation(delegate, toolContext));
        try (RunFrame frame = run.enter()) {
            return governance.toolHandler(chain).call(request, settings).text();
        } catch (RuntimeException failure) {
            throw ToolFailures.outward(getToolDefinition(), failure, governance.errors());
        }
    }

    private ToolRequest request(ToolFacts facts, ToolCallLedger.Entry entry, String arguments) {
        String key = run.id() + ":" + entry.key();
        return getToolMetadata().returnDirect()
                ? ToolRequest.direct(facts, entry.call().id(), key, arguments)
                : ToolRequest.of(facts, entry.call().id(), key, arguments);
    }

    @Override
    public String toString() {
        return "Governed[" + delegate + "]";
    }
}
