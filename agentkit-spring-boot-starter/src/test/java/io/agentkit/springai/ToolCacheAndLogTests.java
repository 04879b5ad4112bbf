package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.AgentKit;
import io.agentkit.cache.Caches;
import io.agentkit.text.Redactor;
import io.agentkit.tool.AgentTool;
import io.agentkit.tool.ToolSafety;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@ExtendWith(OutputCaptureExtension.class)
class ToolCacheAndLogTests {

    private final ApplicationContextRunner runner = BridgeContext.runner().withUserConfiguration(Application.class);

    static class Tools {

        final AtomicInteger calls = new AtomicInteger();

        @Tool
        @AgentTool(safety = ToolSafety.READ_ONLY)
        String orders(ToolContext context) {
            return "order " + calls.incrementAndGet();
        }

        @Tool
        String fails() {
            throw new IllegalStateException("no card 4111 at https://pay.example/?key=sk-1");
        }
    }

    @Test
    void usesResultsAgainForTheOneWhomTheyAreAbout() {
        runner.withPropertyValues("agentkit.tool.chain=memoize").run(context -> {
            Tools tools = new Tools();

            ask(context, tools, Map.of("user", "ann"));
            ask(context, tools, Map.of("user", "ann"));
            assertThat(tools.calls).hasValue(1);
            ask(context, tools, Map.of("user", "bob"));
            assertThat(tools.calls).hasValue(2);
            ask(context, tools, Map.of("user", List.of("bob")));
            ask(context, tools, Map.of("user", List.of("bob")));
            assertThat(tools.calls).hasValue(4);
            assertThat(context.getBean(Caches.class).all())
                    .singleElement()
                    .satisfies(cache -> assertThat(cache.name()).isEqualTo("agentkit.tool.memoize"));
        });
    }

    @Test
    void keepsUsersApartWhoOpenRuns() {
        runner.withPropertyValues("agentkit.tool.chain=memoize").run(context -> {
            Tools tools = new Tools();
            AgentKit agentKit = context.getBean(AgentKit.class);
            for (String user : List.of("ann", "bob", "ann")) {
                try (var run = agentKit.run(spec -> spec.user(user))) {
                    ask(context, tools, Map.of("app", "shop"));
                }
            }

            assertThat(tools.calls).hasValue(2);
        });
    }

    @Test // TC-288
    void logsWhatTheModelIsSentOfAFailure(CapturedOutput output) {
        runner.withPropertyValues("agentkit.tool.chain=tool-log", "agentkit.tool.tool-log.log-error-text=true")
                .run(context -> {
                    FakeModel fake = fake(context.getBean(ChatModel.class))
                            .answer(FakeModel.toolCall("call-1", "fails", "{}"), FakeModel.response("done"));

                    context.getBean(ChatClient.class)
                            .prompt("hi")
                            .tools(new Tools())
                            .call()
                            .content();

                    assertThat(sent(fake)).isEqualTo("no card 4111 at https://pay.example/?key=sk-1");
                    assertThat(output)
                            .contains("Tool 'fails' (call call-1, run ")
                            .contains(" error: no card [card] at https://pay.example/?key=REDACTED");
                    assertThat(output.getAll()).doesNotContain("sk-1").doesNotContain("4111");
                });
    }

    @Test
    void logsASummaryByDefault(CapturedOutput output) {
        runner.withPropertyValues("agentkit.tool.chain=tool-log").run(context -> {
            fake(context.getBean(ChatModel.class))
                    .answer(FakeModel.toolCall("call-1", "fails", "{}"), FakeModel.response("done"));

            context.getBean(ChatClient.class)
                    .prompt("hi")
                    .tools(new Tools())
                    .call()
                    .content();

            assertThat(output).contains(" error: unclassified error (ToolExecutionException)");
            assertThat(output.getAll()).doesNotContain("4111");
        });
    }

    @Test
    void logsTheSummaryOfWhatEndsTheTurn(CapturedOutput output) {
        runner.withPropertyValues(
                        "agentkit.tool.chain=tool-log",
                        "agentkit.tool.tool-log.log-error-text=true",
                        "spring.ai.tools.throw-exception-on-error=true")
                .run(context -> {
                    fake(context.getBean(ChatModel.class))
                            .answer(FakeModel.toolCall("call-1", "fails", "{}"), FakeModel.response("done"));

                    try {
                        context.getBean(ChatClient.class)
                                .prompt("hi")
                                .tools(new Tools())
                                .call()
                                .content();
                    } catch (RuntimeException expected) {
                        assertThat(output).contains(" error: unclassified error (ToolExecutionException)");
                    }
                    assertThat(output.getAll()).doesNotContain("4111");
                });
    }

    private static void ask(ApplicationContext context, Tools tools, Map<String, Object> given) {
        FakeModel fake = fake(context.getBean(ChatModel.class));
        boolean usedBefore = !fake.prompts().isEmpty();
        fake.answer(FakeModel.toolCall("call-1", "orders", "{}"), FakeModel.response("done"));
        if (usedBefore) {
            // What the script repeats is the end of the conversation before.
            fake.call(new Prompt("next"));
        }
        context.getBean(ChatClient.class)
                .prompt("hi")
                .tools(tools)
                .toolContext(given)
                .call()
                .content();
    }

    private static FakeModel fake(ChatModel model) {
        return (FakeModel) ((AgentkitChatModel) model).unwrap();
    }

    private static String sent(FakeModel fake) {
        List<Message> last = fake.prompts().get(fake.prompts().size() - 1).getInstructions();
        return last.stream()
                .filter(ToolResponseMessage.class::isInstance)
                .map(message ->
                        ((ToolResponseMessage) message).getResponses().get(0).responseData())
                .findFirst()
                .orElseThrow();
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        ChatModel chatModel() {
            return new FakeModel();
        }

        @Bean
        ChatClient chatClient(ChatClient.Builder builder) {
            return builder.build();
        }

        @Bean
        Redactor redactor() {
            return text -> text.replace("4111", "[card]");
        }
    }
}
