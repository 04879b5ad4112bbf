package io.agentkit.springai;

import io.agentkit.CallKind;
import io.agentkit.ChainEnvironment;
import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.RunFrame;
import io.agentkit.boot.ChainPair;
import io.agentkit.boot.Chains;
import io.agentkit.runs.RunDefaults;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;
import reactor.util.context.ContextView;

/** What models, clients and tools share: chains, threads, and who a run is for. Thread-safe. */
final class SpringAiBridge implements ToolGovernance {

    private final Chains chains;
    private final ChainEnvironment environment;
    private final ChainThreads threads;
    private final RunDefaults runDefaults;
    private final FactsOfTools facts;
    private final ToolErrorPolicy errors;
    private final Coverage coverage;
    private final ParallelTools parallelTools;
    private final Map<String, Handler<ToolRequest, ToolResult>> toolHandlers = new ConcurrentHashMap<>();

    SpringAiBridge(
            Chains chains,
            ChainEnvironment environment,
            ChainThreads threads,
            RunDefaults runDefaults,
            FactsOfTools facts,
            ToolErrorPolicy errors,
            Coverage coverage,
            ParallelTools parallelTools) {
        this.chains = chains;
        this.environment = environment;
        this.threads = threads;
        this.runDefaults = runDefaults;
        this.facts = facts;
        this.errors = errors;
        this.coverage = coverage;
        this.parallelTools = parallelTools;
    }

    /** The pair of chains for a model's bean. */
    ChainPair pair(String beanName) {
        return chains.pairForModel(beanName);
    }

    /** What models of a pair of chains may be offered. */
    ToolOffers offers(String pair) {
        return ToolOffers.of(chains.settings(pair, CallKind.TOOL, "policy"));
    }

    ChainThreads threads() {
        return threads;
    }

    Coverage coverage() {
        return coverage;
    }

    ParallelTools parallelTools() {
        return parallelTools;
    }

    /** The run that is current on this thread, inside a tool a child of it, and outside any run a new one. */
    Run joinedOrNew() {
        return joinedOrNew(RunFrame.current());
    }

    /** The run that is current on this thread, also inside a tool, and outside any run a new one. */
    Run currentOrNew() {
        Run current = Run.current();
        return current == null ? joinedOrNew(null) : current;
    }

    /** As {@link #joinedOrNew()}, for the frame that is current on this thread. */
    Run joinedOrNew(@Nullable RunFrame frame) {
        if (frame == null) {
            return runDefaults == RunDefaults.NONE
                    ? Run.forModelCall(environment)
                    : Run.create(null, environment, runDefaults);
        }
        return frame.insideTool() ? Run.create(frame, environment, run -> {}) : frame.run();
    }

    /** As {@link #joinedOrNew(RunFrame)}; null where a call finds the same by itself. */
    @Nullable
    Run runToOpen(@Nullable RunFrame frame) {
        boolean found = frame == null ? runDefaults == RunDefaults.NONE : !frame.insideTool();
        return found ? null : joinedOrNew(frame);
    }

    /** As {@link #joinedOrNew()}, for a stream that was subscribed to. */
    Run joinedOrNew(@Nullable RunFrame frame, ContextView subscriber) {
        if (frame != null) {
            return joinedOrNew(frame);
        }
        return Surroundings.capture(subscriber, null).call(this::joinedOrNew);
    }

    @Override
    public Handler<ToolRequest, ToolResult> toolHandler(@Nullable String chain) {
        return toolHandlers.computeIfAbsent(
                chain == null ? "" : chain,
                name -> (name.isEmpty() ? chains.tool() : chains.tool(name)).around(ToolEndpoint.INSTANCE));
    }

    @Override
    public ToolFacts facts(ToolCallback callback, @Nullable String chain) {
        return facts.of(callback, chain);
    }

    @Override
    public void note(ToolCallback callback) {
        facts.note(callback);
    }

    @Override
    public ToolErrorPolicy errors() {
        return errors;
    }
}
