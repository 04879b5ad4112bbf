package io.agentkit.springai;

import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.ChatMiddleware;
import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.test.RecordedEvents;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.tool.ToolCallback;

/** A decorated model without an application around it. */
final class Governed implements ModelGovernance {

    final RecordedEvents events = new RecordedEvents();
    final ThreadPoolExecutor pool =
            new ThreadPoolExecutor(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>());
    final ChainThreads threads;
    final ChainEnvironment environment = ChainEnvironment.defaults().withListener(events);
    final AgentkitChatModel model;
    private final Handler<ChatRequest, ChatReply> handler;

    private Governed(ChatModel delegate, int limit, ChatMiddleware... middlewares) {
        threads = new ChainThreads(pool, limit);
        Chain.Builder<ChatRequest, ChatReply> chain = Chain.chat("chat").environment(environment);
        for (int i = 0; i < middlewares.length; i++) {
            chain.add("m" + i, middlewares[i]);
        }
        handler = chain.build().around(new ChatModelEndpoint(delegate, threads));
        model = new AgentkitChatModel(delegate, this);
    }

    static Governed of(ChatModel delegate, ChatMiddleware... middlewares) {
        return new Governed(delegate, 256, middlewares);
    }

    static Governed limited(int limit, ChatModel delegate) {
        return new Governed(delegate, limit);
    }

    @Override
    public Handler<ChatRequest, ChatReply> handler() {
        return handler;
    }

    @Override
    public Run runToOpen(Prompt prompt) {
        return Run.forModelCall(environment);
    }

    @Override
    public ChainThreads threads() {
        return threads;
    }

    boolean terminated() {
        try {
            return pool.awaitTermination(30, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** A tool behind an empty chain. */
    ToolCallback govern(ToolCallback callback, Run run) {
        Handler<ToolRequest, ToolResult> tools =
                Chain.tool("tool").environment(environment).build().around(ToolEndpoint.INSTANCE);
        return new GovernedToolCallback(callback, run, new ToolGovernance() {
            @Override
            public Handler<ToolRequest, ToolResult> toolHandler(@Nullable String chain) {
                return tools;
            }

            @Override
            public ToolFacts facts(ToolCallback tool, @Nullable String chain) {
                return ToolFacts.unknown(tool.getToolDefinition().name());
            }

            @Override
            public ToolErrorPolicy errors() {
                return ToolErrorPolicy.STANDARD;
            }
        });
    }
}
