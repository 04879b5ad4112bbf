package io.agentkit.safety;

import io.agentkit.AgentKitException;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.EventListener;
import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.OwnThread;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A tool behind approval, and whoever decides. */
final class ApprovalHarness {

    static final ToolFacts CHARGE = new ToolFacts("charge", ToolSafety.SIDE_EFFECT);

    final ChainHarness chain = ChainHarness.create();
    final Approvals approvals;
    final Cancellation cancellation = Cancellation.create();

    /** What is pending, for who waits for it. */
    final BlockingQueue<String> asked = new LinkedBlockingQueue<>();

    private Handler<ToolRequest, ToolResult> handler;
    private Consumer<String> whenAsked = id -> {};

    ApprovalHarness(ApprovalSpec spec, Object... shared) {
        this(100, spec, shared);
    }

    ApprovalHarness(int max, ApprovalSpec spec, Object... shared) {
        EventListener people = event -> {
            if (event instanceof ApprovalRequested requested) {
                asked.add(requested.approvalId());
                whenAsked.accept(requested.approvalId());
            }
        };
        chain.environment(chain.environment().withListener(chain.events.plus(people)));
        approvals = new Approvals(chain.environment(), max);
        Object[] resources = new Object[shared.length + 1];
        System.arraycopy(shared, 0, resources, 1, shared.length);
        resources[0] = approvals;
        chain.addTool("approval", spec.toolMiddleware(chain.resources(resources)));
        handler = chain.toolHandler();
    }

    /** Decides on the thread that asks, before it waits. */
    ApprovalHarness whenAsked(Consumer<String> decision) {
        whenAsked = decision;
        return this;
    }

    Run run(String id) {
        return Run.create(chain.environment(), r -> r.id(id).tenant("acme"));
    }

    String call(String run, String callId, String arguments) {
        return call(run(run), CHARGE, callId, arguments);
    }

    String call(Run run, ToolFacts tool, String callId, String arguments) {
        String key = callId.isEmpty() ? "" : run.id() + ":1:0:" + callId + ":" + tool.name();
        return handler.call(
                        ToolRequest.of(tool, callId, key, arguments),
                        CallSettings.DEFAULTS.withRun(run).withCancellation(cancellation))
                .text();
    }

    /** As {@link #call(String, String, String)}, through what was added to the chain meanwhile. */
    String again(String run, String callId, String arguments) {
        handler = chain.toolHandler();
        return call(run, callId, arguments);
    }

    /** Calls on a thread of its own. */
    CompletableFuture<String> calling(String run, String callId, String arguments) {
        return OwnThread.supply(() -> call(run, callId, arguments));
    }

    /** The next approval that somebody waits for. */
    String next() throws InterruptedException {
        String id = asked.poll(30, TimeUnit.SECONDS);
        if (id == null) {
            throw new AssertionError("nobody asked");
        }
        return id;
    }

    static ApprovalSpec waiting() {
        return ApprovalSpec.defaults().withMaxWait(Duration.ofMinutes(5));
    }

    static String message(CompletableFuture<?> call) {
        return call.handle((result, failure) -> {
                    Throwable cause = failure == null ? null : failure.getCause();
                    return cause instanceof AgentKitException refused ? refused.getMessage() : "result " + result;
                })
                .join();
    }
}
