package io.agentkit.test;

import io.agentkit.CallSettings;
import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.ChatMiddleware;
import io.agentkit.Handler;
import io.agentkit.StreamMode;
import io.agentkit.ToolMiddleware;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.TokenEstimator;
import io.agentkit.money.Pricing;
import io.agentkit.spec.Resources;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * Middlewares in a chain around a scripted model or tool, with a time that stands still, ids that count (1, 2, …), jitter that is always
 * at its middle, and recorded events:
 *
 * <pre>{@code
 * var harness = ChainHarness.of(myMiddleware);
 * harness.model.fail(new RuntimeException()).reply("hello");
 *
 * assertThat(harness.chat("hi").text()).isEqualTo("hello");
 * }</pre>
 */
public final class ChainHarness {

    public final FakeTime time = new FakeTime();
    public final RecordedEvents events = new RecordedEvents();
    public final ScriptedModel model = new ScriptedModel();
    public final ScriptedTool tool = new ScriptedTool();

    private final AtomicInteger ids = new AtomicInteger();
    private final Chain.Builder<ChatRequest, ChatReply> chat = Chain.chat("chat");
    private final Chain.Builder<ToolRequest, ToolResult> tools = Chain.tool("tool");
    private ChainEnvironment environment = ChainEnvironment.defaults()
            .withTime(time)
            .withIds(() -> Integer.toString(ids.incrementAndGet()))
            .withRandom(middle())
            .withListener(events)
            .withTokens(TokenEstimator.QUARTER);

    private ChainHarness() {}

    public static ChainHarness create() {
        return new ChainHarness();
    }

    /** A chain of one middleware around the model. */
    public static ChainHarness of(ChatMiddleware middleware) {
        return create().add("under-test", middleware);
    }

    /** A chain of one middleware around the tool. */
    public static ChainHarness ofTool(ToolMiddleware middleware) {
        return create().addTool("under-test", middleware);
    }

    /** Adds inside the ones added before. */
    public ChainHarness add(String name, ChatMiddleware middleware) {
        chat.add(name, middleware);
        return this;
    }

    /** Adds inside the ones added before. */
    public ChainHarness addTool(String name, ToolMiddleware middleware) {
        tools.add(name, middleware);
        return this;
    }

    public ChainHarness pricing(Pricing pricing) {
        environment = environment.withPricing(pricing);
        return this;
    }

    public ChainHarness environment(ChainEnvironment changed) {
        environment = changed;
        return this;
    }

    public ChainEnvironment environment() {
        return environment;
    }

    /** For making a middleware from its spec. */
    public Resources resources(Object... shared) {
        return Resources.of(environment, shared);
    }

    public Handler<ChatRequest, ChatReply> chatHandler() {
        return chat.environment(environment).build().around(model);
    }

    public Handler<ToolRequest, ToolResult> toolHandler() {
        return tools.environment(environment).build().around(tool);
    }

    /** Asks and waits. */
    public ChatReply chat(String text) {
        return chatHandler().call(ChatRequest.user(text));
    }

    /** Asks and streams in commit mode. */
    public ChatReply stream(String text, RecordedStream consumer) {
        return stream(text, consumer, StreamMode.COMMIT);
    }

    public ChatReply stream(String text, RecordedStream consumer, StreamMode mode) {
        return chatHandler().call(ChatRequest.user(text), CallSettings.DEFAULTS.streamingTo(consumer, mode));
    }

    /** Calls a tool of the given safety. */
    public ToolResult tool(ToolSafety safety, String arguments) {
        return toolHandler().call(ToolRequest.of(new ToolFacts("tool", safety), arguments));
    }

    private static RandomGenerator middle() {
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                return 0;
            }

            @Override
            public long nextLong(long bound) {
                return bound / 2;
            }

            @Override
            public double nextDouble() {
                return 0.5;
            }
        };
    }
}
