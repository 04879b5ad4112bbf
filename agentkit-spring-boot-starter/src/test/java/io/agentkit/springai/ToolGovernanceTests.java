package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verifyNoInteractions;

import io.agentkit.AgentKit;
import io.agentkit.AgentKitException;
import io.agentkit.BlockedException;
import io.agentkit.ErrorKind;
import io.agentkit.Run;
import io.agentkit.Scope;
import io.agentkit.ToolMiddleware;
import io.agentkit.boot.endpoint.BridgeCoverage;
import io.agentkit.spend.BudgetExceededException;
import io.agentkit.springai.BridgeContext.Recorded;
import io.agentkit.tool.AgentTool;
import io.agentkit.tool.ToolSafety;
import io.modelcontextprotocol.client.McpSyncClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import reactor.core.publisher.Flux;

class ToolGovernanceTests {

    private final ApplicationContextRunner runner = BridgeContext.runner().withUserConfiguration(Application.class);

    /** Tools that are never beans. */
    static class Tools {

        final List<String> calls = new ArrayList<>();

        enum Unit {
            CELSIUS,
            FAHRENHEIT
        }

        @Tool
        @AgentTool(safety = ToolSafety.READ_ONLY)
        String weather(String city, Unit unit) {
            calls.add(city);
            return "sunny";
        }

        @Tool
        String now() {
            calls.add("now");
            return "noon";
        }

        @Tool
        String fails() {
            throw new IllegalStateException("the tool's own words");
        }

        @Tool
        String counts(Long number) {
            return "counted " + number;
        }

        @Tool
        String knows(ToolContext context) {
            return String.valueOf(context.getContext());
        }
    }

    private static Object[] rounds(String tool, String arguments) {
        return new Object[] {FakeModel.toolCall("call-1", tool, arguments), FakeModel.response("done")};
    }

    /** What the model was told about its tool call. */
    private static String told(FakeModel model) {
        List<Prompt> prompts = model.prompts();
        return prompts.get(prompts.size() - 1).getInstructions().stream()
                .filter(ToolResponseMessage.class::isInstance)
                .map(message ->
                        ((ToolResponseMessage) message).getResponses().get(0).responseData())
                .findFirst()
                .orElse("nothing");
    }

    @Test
    void aClientCallWithItsToolLoopIsOneRunAndEachToolCallPassesTheChainOnce() {
        runner.run(context -> {
            FakeModel fake = fake(context.getBean(ChatModel.class)).answer(rounds("weather", "{\"city\":\"Rome\"}"));
            Tools tools = new Tools();

            ChatClient client = context.getBean(ChatClient.class);
            assertThat(client.prompt("hi").tools(tools).call().content()).isEqualTo("done");

            Recorded recorded = context.getBean(Recorded.class);
            assertThat(tools.calls).containsExactly("Rome");
            assertThat(recorded.tools).hasSize(1);
            assertThat(recorded.runs).hasSize(2);
            assertThat(recorded.runs.get(0)).isSameAs(recorded.runs.get(1));
            assertThat(recorded.tools.get(0).callId()).isEqualTo("call-1");
            assertThat(recorded.tools.get(0).key())
                    .isEqualTo(recorded.runs.get(0).id() + ":1:0:call-1:weather");
            assertThat(told(fake)).isEqualTo("\"sunny\"");
        });
    }

    @Test // CO-27
    void theSpendOfARunIsTheSumOverItsRounds() {
        runner.run(context -> {
            fake(context.getBean(ChatModel.class)).answer(rounds("now", "{}"));

            try (Run run = context.getBean(AgentKit.class).run(spec -> {})) {
                context.getBean(ChatClient.class)
                        .prompt("hi")
                        .tools(new Tools())
                        .call()
                        .content();

                assertThat(run.spend().requests()).isEqualTo(2);
                assertThat(run.spend().usage().totalInput()).isEqualTo(200);
                assertThat(run.spend().usage().output()).isEqualTo(40);
            }
        });
    }

    @Test
    void aStreamedToolLoopIsOneRunToo() {
        runner.run(context -> {
            fake(context.getBean(ChatModel.class))
                    .answer(Flux.just(FakeModel.toolCall("call-1", "now", "{}")), FakeModel.chunks("do", "ne"));
            Tools tools = new Tools();

            List<String> shown = context.getBean(ChatClient.class).prompt("hi").tools(tools).stream()
                    .content()
                    .collectList()
                    .block();

            Recorded recorded = context.getBean(Recorded.class);
            assertThat(shown).containsExactly("do", "ne");
            assertThat(tools.calls).containsExactly("now");
            assertThat(recorded.tools).hasSize(1);
            assertThat(recorded.runs).hasSize(2);
            assertThat(recorded.runs.get(0)).isSameAs(recorded.runs.get(1));
            assertThat(recorded.tools.get(0).callId()).isEqualTo("call-1");
        });
    }

    @Test
    void aStreamBelongsToTheRunItWasWrappedIn() {
        runner.run(context -> {
            fake(context.getBean(ChatModel.class)).answer(FakeModel.chunks("a"));
            Run run = context.getBean(AgentKit.class).run(spec -> spec.tenant("acme"));
            Flux<String> stream = run.wrap(
                    context.getBean(ChatClient.class).prompt("hi").stream().content());

            assertThat(Run.current()).isNull();
            stream.blockLast();

            assertThat(context.getBean(Recorded.class).runs).containsExactly(run);
        });
    }

    @Test
    void theUserOfAReactiveApplicationIsTheUserOfTheRun() {
        runner.withPropertyValues("agentkit.runs.user-from=principal").run(context -> {
            fake(context.getBean(ChatModel.class)).answer(FakeModel.chunks("a"));

            context.getBean(ChatClient.class).prompt("hi").stream()
                    .content()
                    .contextWrite(ReactiveSecurityContextHolder.withAuthentication(
                            UsernamePasswordAuthenticationToken.authenticated("ann", null, List.of())))
                    .blockLast();

            assertThat(context.getBean(Recorded.class).runs)
                    .singleElement()
                    .satisfies(run -> assertThat(run.scope().get(Scope.USER)).isEqualTo("ann"));
        });
    }

    @Test
    void toolsOfALoopThatTheApplicationMakesItselfPassTheChain() {
        runner.run(context -> {
            Tools tools = new Tools();
            ToolCallingChatOptions options = ToolCallingChatOptions.builder()
                    .toolCallbacks(ToolCallbacks.from(tools))
                    .build();

            context.getBean(ToolCallingManager.class)
                    .executeToolCalls(new Prompt("hi", options), FakeModel.toolCall("call-7", "now", ""));

            assertThat(tools.calls).containsExactly("now");
            assertThat(context.getBean(Recorded.class).tools)
                    .singleElement()
                    .satisfies(request -> assertThat(request.callId()).isEqualTo("call-7"));
        });
    }

    @Test // TO-07
    void noArgumentsAreReadAsAnEmptyObject() {
        ChatModelAndTools fixture = new ChatModelAndTools();

        for (String nothing : new String[] {"", "null", " "}) {
            fixture.tool("now").call(nothing);
        }

        assertThat(fixture.tools.calls).containsExactly("now", "now", "now");
    }

    @Test // TO-05
    void argumentsThatCannotBeReadGoBackToTheModel() {
        assertThat(toldAbout("counts", "{\"number\":\"\"}")).contains("No content to map");
        assertThat(toldAbout("counts", "{\"number\":\"many\"}")).contains("many");
    }

    @Test // TO-06
    void anUnknownChoiceGoesBackToTheModelWithTheChoicesThereAre() {
        assertThat(toldAbout("weather", "{\"city\":\"Rome\",\"unit\":\"KELVIN\"}"))
                .contains("CELSIUS")
                .contains("FAHRENHEIT");
    }

    @Test
    void aToolsOwnFailureGoesToTheModel() {
        assertThat(toldAbout("fails", "{}")).isEqualTo("the tool's own words");
    }

    private String toldAbout(String tool, String arguments) {
        List<String> told = new ArrayList<>();
        runner.run(context -> {
            FakeModel fake = fake(context.getBean(ChatModel.class)).answer(rounds(tool, arguments));
            context.getBean(ChatClient.class)
                    .prompt("hi")
                    .tools(new Tools())
                    .call()
                    .content();
            told.add(told(fake));
        });
        return told.get(0);
    }

    @Test
    void aBlockedCallGoesToTheModelAndAnExhaustedBudgetEndsTheTurn() {
        refusing(new BlockedException("not this way", "rule 1"), (client, fake) -> {
            assertThat(client.prompt("hi").tools(new Tools()).call().content()).isEqualTo("done");
            assertThat(told(fake)).isEqualTo("not this way");
        });
        AgentKitException exhausted = new AgentKitException(ErrorKind.BUDGET_EXCEEDED, "nothing left");
        refusing(
                exhausted,
                (client, fake) -> assertThatThrownBy(() ->
                                client.prompt("hi").tools(new Tools()).call().content())
                        .isSameAs(exhausted));
    }

    private interface Check {

        void with(ChatClient client, FakeModel fake);
    }

    private void refusing(RuntimeException refusal, Check check) {
        runner.withBean("refusal", ToolMiddleware.class, () -> (call, next) -> {
                    throw refusal;
                })
                .withPropertyValues("agentkit.tool.chain=refusal")
                .run(context -> check.with(
                        context.getBean(ChatClient.class),
                        fake(context.getBean(ChatModel.class)).answer(rounds("now", "{}"))));
    }

    @Test
    void aNestedAgentIsAChildRun() {
        runner.run(context -> {
            ChatModel model = context.getBean(ChatModel.class);
            fake(model)
                    .answer(
                            FakeModel.toolCall("call-1", "agent", "{}"),
                            FakeModel.response("inner"),
                            FakeModel.response("done"));
            ToolCallback agent = FunctionToolCallback.builder(
                            "agent", (Map<String, Object> input) -> model.call("inner"))
                    .inputType(Map.class)
                    .build();

            context.getBean(ChatClient.class).prompt("hi").tools(agent).call().content();

            List<Run> runs = context.getBean(Recorded.class).runs;
            assertThat(runs).hasSize(3);
            assertThat(runs.get(1).parent()).isSameAs(runs.get(0));
            assertThat(runs.get(1).depth()).isOne();
            assertThat(runs.get(2)).isSameAs(runs.get(0));
        });
    }

    @Test
    void aNestedAgentDrawsOnTheBudgetOfTheOutermostRunAndItsRefusalEndsTheOuterTurn() {
        runner.withPropertyValues(
                        "agentkit.chat.chain=chatRecorder,meter",
                        "agentkit.tool.chain=",
                        "agentkit.budgets.small.scope=run",
                        "agentkit.budgets.small.max-calls=2")
                .run(context -> {
                    ChatModel model = context.getBean(ChatModel.class);
                    FakeModel fake = fake(model)
                            .answer(
                                    FakeModel.toolCall("call-1", "agent", "{}"),
                                    FakeModel.toolCall("call-1", "agent", "{}"),
                                    FakeModel.response("too many"));
                    ChatClient client = context.getBean(ChatClient.class);
                    ToolCallback innermost = FunctionToolCallback.builder(
                                    "agent", (Map<String, Object> input) -> model.call("innermost"))
                            .inputType(Map.class)
                            .build();
                    ToolCallback agent = FunctionToolCallback.builder(
                                    "agent",
                                    (Map<String, Object> input) -> String.valueOf(client.prompt("inner")
                                            .tools(innermost)
                                            .call()
                                            .content()))
                            .inputType(Map.class)
                            .build();

                    assertThatThrownBy(() ->
                                    client.prompt("hi").tools(agent).call().content())
                            .isInstanceOf(BudgetExceededException.class);

                    assertThat(fake.prompts()).hasSize(2);
                    assertThat(context.getBean(Recorded.class).runs)
                            .extracting(Run::depth)
                            .containsExactly(0, 1, 2);
                });
    }

    @Test
    void whatIsDeclaredAboutAToolIsTakenFromTheSettingsFirst() {
        runner.withPropertyValues(
                        "agentkit.tool.tools.now.safety=side-effect", "agentkit.tool.default-safety=idempotent")
                .run(context -> {
                    FactsOfTools facts = context.getBean(FactsOfTools.class);
                    ToolCallback[] callbacks = ToolCallbacks.from(new Tools());

                    assertThat(safety(facts, callbacks, "now")).isEqualTo(ToolSafety.SIDE_EFFECT);
                    assertThat(safety(facts, callbacks, "weather")).isEqualTo(ToolSafety.READ_ONLY);
                    assertThat(safety(facts, callbacks, "fails")).isEqualTo(ToolSafety.IDEMPOTENT);
                });
    }

    private static ToolSafety safety(FactsOfTools facts, ToolCallback[] callbacks, String name) {
        for (ToolCallback callback : callbacks) {
            if (callback.getToolDefinition().name().equals(name)) {
                return facts.of(callback, null).safety();
            }
        }
        throw new AssertionError(name);
    }

    @Test
    void theToolContextArrivesAndNothingOfOursIsInIt() {
        runner.run(context -> {
            FakeModel fake = fake(context.getBean(ChatModel.class)).answer(rounds("knows", "{}"));

            context.getBean(ChatClient.class)
                    .prompt("hi")
                    .tools(new Tools())
                    .toolContext(Map.of("key", "value"))
                    .call()
                    .content();

            assertThat(told(fake)).isEqualTo("\"{key=value}\"");
        });
    }

    @Test
    void aClientMadeInsideAMethodIsReportedOnce() {
        runner.run(context -> {
            ChatModel model = context.getBean(ChatModel.class);
            fake(model).answer(rounds("now", "{}"));

            ChatClient.create(model).prompt("hi").tools(new Tools()).call().content();

            assertThat(context.getBean(Recorded.class).chats()).isEqualTo(2);
            assertThat(context.getBean(BridgeCoverage.class).entries())
                    .anyMatch(entry -> entry.bean().equals("called for model 'model'") && !entry.governed());
        });
    }

    @Test
    void aToolIsCalledByPlainCodeThroughItsChain() {
        runner.run(context -> {
            AgentKit agentKit = context.getBean(AgentKit.class);

            assertThat(agentKit.tool("add").call("{\"a\":1,\"b\":2}", Integer.class))
                    .isEqualTo(3);
            assertThat(context.getBean(Recorded.class).tools)
                    .singleElement()
                    .satisfies(request -> assertThat(request.callId()).isEmpty());
            assertThatThrownBy(() -> agentKit.tool("gone").call("{}"))
                    .hasMessage("There is no tool 'gone' among the beans of the application");
        });
    }

    @Test
    void aModelIsCalledByPlainCodeThroughItsChain() {
        runner.run(context -> {
            fake(context.getBean(ChatModel.class)).answer(FakeModel.response("hello"));
            AgentKit agentKit = context.getBean(AgentKit.class);

            assertThat(agentKit.chat().send("hi").text()).isEqualTo("hello");
            assertThat(context.getBean(Recorded.class).chats()).isOne();
        });
    }

    @Test
    void remoteToolsAreNotListedDuringTheStart() {
        McpSyncClient server = mock(McpSyncClient.class);
        runner.withBean(
                        ToolCallbackProvider.class,
                        () -> SyncMcpToolCallbackProvider.builder()
                                .mcpClients(server)
                                .build())
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    verifyNoInteractions(server);
                });
    }

    private static FakeModel fake(ChatModel model) {
        return (FakeModel) ((AgentkitChatModel) model).unwrap();
    }

    /** A tool in a run, without an application. */
    private static final class ChatModelAndTools {

        final Tools tools = new Tools();

        ToolCallback tool(String name) {
            ToolCallback found = null;
            for (ToolCallback callback : ToolCallbacks.from(tools)) {
                found = callback.getToolDefinition().name().equals(name) ? callback : found;
            }
            Governed governed = Governed.of(new FakeModel());
            return governed.govern(found, Run.create(null, governed.environment, spec -> {}));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        ChatModel model() {
            return new FakeModel();
        }

        @Bean
        ChatClient client(ChatClient.Builder builder) {
            return builder.build();
        }

        record Numbers(int a, int b) {}

        @Bean
        ToolCallback add() {
            return FunctionToolCallback.builder("add", (Numbers numbers) -> numbers.a() + numbers.b())
                    .inputType(Numbers.class)
                    .build();
        }
    }
}
