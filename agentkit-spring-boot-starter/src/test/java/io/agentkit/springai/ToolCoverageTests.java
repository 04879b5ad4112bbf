package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.BlockedException;
import io.agentkit.ErrorKind;
import io.agentkit.Run;
import io.agentkit.ToolMiddleware;
import io.agentkit.springai.BridgeContext.Recorded;
import io.agentkit.tool.ToolRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Tools, however they come to a model: each passes its chain exactly once. */
@SuppressWarnings("removal") // applications use them as long as they are there
class ToolCoverageTests {

    private final AtomicInteger called = new AtomicInteger();

    private final ApplicationContextRunner runner = BridgeContext.runner().withUserConfiguration(Application.class);

    class Tools {

        @Tool
        String now() {
            called.incrementAndGet();
            return "noon";
        }
    }

    private ToolCallback now() {
        return ToolCallbacks.from(new Tools())[0];
    }

    private interface Offer {

        ChatClient.ChatClientRequestSpec tools(ChatClient.Builder client);
    }

    private void passesOnce(Offer offer, String... settings) {
        for (boolean streaming : new boolean[] {false, true}) {
            called.set(0);
            runner.withPropertyValues(settings)
                    .withBean("remote", ToolCallbackProvider.class, () -> () -> new ToolCallback[] {now()})
                    .run(context -> {
                        FakeModel fake = (FakeModel) ((AgentkitChatModel) context.getBean(ChatModel.class)).unwrap();
                        ChatResponse asking = FakeModel.toolCall("call-1", "now", "{}");
                        fake.answer(
                                streaming
                                        ? new Object[] {
                                            reactor.core.publisher.Flux.just(asking), FakeModel.chunks("done")
                                        }
                                        : new Object[] {asking, FakeModel.response("done")});

                        ChatClient.ChatClientRequestSpec prompt =
                                offer.tools(context.getBean(ChatClient.Builder.class));
                        String answer = streaming
                                ? String.join(
                                        "",
                                        prompt.stream().content().collectList().block())
                                : prompt.call().content();

                        assertThat(answer).isEqualTo("done");
                        assertThat(called).hasValue(1);
                        Recorded recorded = context.getBean(Recorded.class);
                        assertThat(recorded.tools)
                                .singleElement()
                                .satisfies(
                                        request -> assertThat(request.callId()).isEqualTo("call-1"));
                        assertThat(recorded.runs.get(1)).isSameAs(recorded.runs.get(0));
                        assertThat(recorded.tools.get(0).key())
                                .startsWith(recorded.runs.get(0).id());
                    });
        }
    }

    @Test
    void asAnObjectOfTheRequest() {
        passesOnce(client -> client.build().prompt("hi").tools(new Tools()));
    }

    @Test
    void asACallbackOfTheRequest() {
        passesOnce(client -> client.build().prompt("hi").toolCallbacks(now()));
    }

    @Test
    void asAProviderOfTheRequest() {
        passesOnce(client ->
                client.build().prompt("hi").toolCallbacks((ToolCallbackProvider) () -> new ToolCallback[] {now()}));
    }

    @Test
    void asADefaultOfTheClient() {
        passesOnce(client -> client.defaultTools(new Tools()).build().prompt("hi"));
        passesOnce(client -> client.defaultToolCallbacks(now()).build().prompt("hi"));
    }

    @Test
    void amongTheOptionsOfTheRequest() {
        passesOnce(client -> client.build()
                .prompt(new Prompt(
                        "hi",
                        ToolCallingChatOptions.builder().toolCallbacks(now()).build())));
    }

    @Test
    void foundByNameAmongBeans() {
        ToolCallback other = FunctionToolCallback.builder("other", () -> "x").build();

        passesOnce(
                client -> client.build().prompt("hi").toolCallbacks(other),
                "spring.ai.tools.resolution.fallback.enabled=true");
        passesOnce(client -> client.build().prompt("hi"), "spring.ai.tools.resolution.fallback.enabled=true");
    }

    /** An advisor of the application that does something to the tools on their way. */
    private record OnTheWay(java.util.function.UnaryOperator<List<ToolCallback>> change)
            implements CallAdvisor, org.springframework.ai.chat.client.advisor.api.StreamAdvisor {

        @Override
        public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
            return chain.nextCall(changed(request));
        }

        @Override
        public reactor.core.publisher.Flux<ChatClientResponse> adviseStream(
                ChatClientRequest request, org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain chain) {
            return chain.nextStream(changed(request));
        }

        private ChatClientRequest changed(ChatClientRequest request) {
            ToolCallingChatOptions options =
                    (ToolCallingChatOptions) request.prompt().getOptions();
            return request.mutate()
                    .prompt(new Prompt(
                            request.prompt().getInstructions(),
                            options.mutate()
                                    .toolCallbacks(change.apply(OfferedTools.of(options)))
                                    .build()))
                    .build();
        }

        @Override
        public String getName() {
            return "on the way";
        }

        @Override
        public int getOrder() {
            return Ordered.HIGHEST_PRECEDENCE + 295;
        }
    }

    @Test
    void addedByAnAdvisorOnTheWay() {
        passesOnce(client -> client.build().prompt("hi").advisors(new OnTheWay(tools -> List.of(now()))));
    }

    /** A callback of the application around another one. */
    private record Decorated(ToolCallback inner) implements ToolCallback {

        @Override
        public ToolDefinition getToolDefinition() {
            return inner.getToolDefinition();
        }

        @Override
        public String call(String input) {
            return inner.call(input);
        }

        @Override
        public String call(String input, ToolContext context) {
            return inner.call(input, context);
        }
    }

    @Test
    void decoratedOnTheWayByTheApplication() {
        passesOnce(client -> client.build()
                .prompt("hi")
                .tools(new Tools())
                .advisors(new OnTheWay(tools ->
                        tools.stream().<ToolCallback>map(Decorated::new).toList())));
    }

    @Test
    void aToolThatCallsItselfThroughAnAgentIsAnotherCall() {
        runner.run(context -> {
            ChatModel model = context.getBean(ChatModel.class);
            ((FakeModel) ((AgentkitChatModel) model).unwrap())
                    .answer(
                            FakeModel.toolCall("a", "agent", "{}"),
                            FakeModel.toolCall("b", "agent", "{}"),
                            FakeModel.response("inner"),
                            FakeModel.response("outer"));
            ChatClient client = context.getBean(ChatClient.Builder.class).build();
            ToolCallback[] agent = new ToolCallback[1];
            agent[0] = FunctionToolCallback.builder(
                            "agent",
                            () -> called.incrementAndGet() == 1
                                    ? client.prompt("go on")
                                            .toolCallbacks(agent[0])
                                            .call()
                                            .content()
                                    : "deepest")
                    .build();

            assertThat(client.prompt("hi").toolCallbacks(agent[0]).call().content())
                    .isEqualTo("outer");

            assertThat(context.getBean(Recorded.class).tools)
                    .extracting(ToolRequest::callId)
                    .containsExactly("a", "b");
        });
    }

    @Test // TO-03
    void resultsStandInTheOrderOfTheCallsWithTheirIdentifiers() {
        runner.withBean("guard", ToolMiddleware.class, () -> (call, next) -> {
                    if (call.request().arguments().contains("2")) {
                        throw new BlockedException("not this one", "rule 1");
                    }
                    if (call.request().arguments().contains("3")) {
                        throw new AgentKitException(ErrorKind.NOT_CALLED, "was not called");
                    }
                    return next.call(call);
                })
                .withPropertyValues("agentkit.tool.chain=guard")
                .run(context -> assertThat(told(context.getBean(ToolCallingManager.class), 4))
                        .containsExactly("1=1", "2=not this one", "3=was not called", "4=4"));
    }

    static List<String> told(ToolCallingManager manager, int calls) {
        ToolCallback echo = FunctionToolCallback.builder("echo", (Map<String, Object> input) -> "" + input.get("n"))
                .inputType(Map.class)
                .build();
        var history = manager.executeToolCalls(
                        new Prompt(
                                "hi",
                                ToolCallingChatOptions.builder()
                                        .toolCallbacks(echo)
                                        .build()),
                        asking(calls))
                .conversationHistory();
        return ((ToolResponseMessage) history.get(history.size() - 1))
                .getResponses().stream()
                        .map(each -> each.id() + "=" + each.responseData())
                        .toList();
    }

    static ChatResponse asking(int calls) {
        return new ChatResponse(List.of(new Generation(AssistantMessage.builder()
                .content("")
                .toolCalls(java.util.stream.IntStream.rangeClosed(1, calls)
                        .mapToObj(n -> new AssistantMessage.ToolCall(
                                String.valueOf(n), "function", "echo", "{\"n\":%d}".formatted(n)))
                        .toList())
                .build())));
    }

    @Test // TO-02
    void aGuardThatRefusesComesBeforeTheTool() {
        runner.withBean("guard", ToolMiddleware.class, () -> (call, next) -> {
                    throw new BlockedException("no", "rule 1");
                })
                .withPropertyValues("agentkit.tool.chain=guard")
                .run(context -> {
                    FakeModel fake = (FakeModel) ((AgentkitChatModel) context.getBean(ChatModel.class)).unwrap();
                    fake.answer(FakeModel.toolCall("1", "now", "{}"), FakeModel.response("done"));

                    context.getBean(ChatClient.Builder.class)
                            .build()
                            .prompt("hi")
                            .tools(new Tools())
                            .call()
                            .content();

                    assertThat(called).hasValue(0);
                });
    }

    @Test
    void whichErrorsEndTheTurnCanBeSetByTheirKind() {
        runner.withBean("guard", ToolMiddleware.class, () -> (call, next) -> {
                    throw new AgentKitException(
                            call.request().arguments().contains("1") ? ErrorKind.STORE : ErrorKind.TIMEOUT, "refused");
                })
                .withPropertyValues(
                        "agentkit.tool.chain=guard",
                        "agentkit.spring-ai.tool-errors.store=tell-model",
                        "agentkit.spring-ai.tool-errors.timeout=end-turn")
                .run(context -> {
                    ToolCallingManager manager = context.getBean(ToolCallingManager.class);

                    assertThat(told(manager, 1)).containsExactly("1=refused");
                    assertThatThrownBy(() -> told(manager, 2))
                            .isInstanceOfSatisfying(
                                    AgentKitException.class,
                                    failure -> assertThat(failure.kind()).isEqualTo(ErrorKind.TIMEOUT));
                });
    }

    @Test
    void theRunOfAToolThatIsFoundOnTheWayIsThatOfItsSurroundings() {
        runner.run(context -> {
            try (Run run = context.getBean(io.agentkit.AgentKit.class).run(spec -> {})) {
                told(context.getBean(ToolCallingManager.class), 1);

                assertThat(context.getBean(Recorded.class).tools)
                        .singleElement()
                        .satisfies(request -> assertThat(request.key()).startsWith(run.id()));
            }
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        ChatModel model() {
            return new FakeModel();
        }
    }
}
