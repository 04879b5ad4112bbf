package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.Chain;
import io.agentkit.cache.ChatKeys;
import io.agentkit.cache.ScopeKeys;
import io.agentkit.chat.ChatReply;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.DefaultChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.content.Media;
import org.springframework.ai.google.genai.GoogleGenAiChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.ollama.api.OllamaChatOptions;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeTypeUtils;

class NativeKeysTests {

    /** As docs/decisions/memoize.md says: what changes no answer. */
    private static final Set<String> LEFT_OUT = Set.of(
            "toolCallbacks", "toolContext", "timeout", "maxRetries", "proxy", "credential", "contentLengthFunction");

    /** Whose answers nobody may keep. */
    private static final Set<String> HOSTED = Set.of(
            "webSearchTool", "skillContainer", "googleSearchRetrieval true", "includeServerSideToolInvocations true");

    private ChatOptions own = ToolCallingChatOptions.builder().build();

    private final ChatModel model = new ChatModel() {
        @Override
        public ChatResponse call(Prompt prompt) {
            throw new AssertionError("nobody asks it");
        }

        @Override
        public ChatOptions getOptions() {
            return own;
        }
    };

    @ParameterizedTest // TC-082, EC-01, EC-02
    @ValueSource(
            classes = {
                OpenAiChatOptions.class,
                AnthropicChatOptions.class,
                GoogleGenAiChatOptions.class,
                OllamaChatOptions.class,
                DefaultChatOptions.class
            })
    void changeWithEveryFieldOfOptions(Class<? extends ChatOptions> type) {
        Map<String, String> seen = new HashMap<>();
        Map<String, Object> variants = Variants.of(type, LEFT_OUT);

        variants.forEach((name, options) -> {
            String key = key(new Prompt("q", (ChatOptions) options));
            if (HOSTED.stream().anyMatch(name::startsWith)) {
                assertThat(key).as(name).isNull();
            } else {
                assertThat(key).as(name).isNotNull();
                assertThat(seen.put(key, name)).as(name).isNull();
            }
        });
        assertThat(variants).hasSizeGreaterThan(15);
    }

    @Test
    void changeWithTheModelsOwnOptions() {
        Prompt prompt = new Prompt("q");
        String before = key(prompt);
        own = OpenAiChatOptions.builder().model("m").baseUrl("http://elsewhere").build();

        assertThat(key(prompt)).isNotNull().isNotEqualTo(before);
    }

    @Test
    void doNotChangeWithWhatIsForToolsAndConnectionsOnly() {
        OpenAiChatOptions plain = OpenAiChatOptions.builder().model("m").build();
        OpenAiChatOptions other = plain.mutate()
                .toolContext(Map.of("a", new Object()))
                .timeout(Duration.ofSeconds(7))
                .build();

        assertThat(key(new Prompt("q", other))).isNotNull().isEqualTo(key(new Prompt("q", plain)));
    }

    @Test
    void changeWithMediaAndWithThoughtsThatGoBack() {
        List<Message> messages = List.of(
                picture(new byte[] {1}),
                picture(new byte[] {2}),
                UserMessage.builder()
                        .text("q")
                        .media(new Media(MimeTypeUtils.IMAGE_PNG, URI.create("http://a")))
                        .build(),
                answer(Map.of()),
                answer(Map.of("reasoningContent", "hm")),
                answer(Map.of("thoughtSignatures", List.of(new byte[] {1}))),
                answer(Map.of("thoughtSignatures", List.of(new byte[] {2}))));

        assertThat(messages.stream().map(each -> key(new Prompt(each))).distinct())
                .doesNotContainNull()
                .hasSize(messages.size());
        assertThat(key(new Prompt(picture(new byte[] {1})))).isEqualTo(key(new Prompt(picture(new byte[] {1}))));
    }

    @Test
    void doNotChangeWithWhatAnAnswerSaysOfItself() {
        assertThat(key(new Prompt(answer(Map.of("id", "1", "finishReason", "STOP")))))
                .isEqualTo(key(new Prompt(answer(Map.of("id", "2")))));
    }

    @Test
    void areNotMadeOfWhatIsNotKnown() {
        assertThat(key(new Prompt(answer(Map.of("thing", new StringBuilder())))))
                .isNull();
        assertThat(key(new Prompt(
                        "q",
                        OpenAiChatOptions.builder()
                                .model("m")
                                .extraBody(Map.of("previous_response_id", "1"))
                                .build())))
                .isNull();
    }

    private static UserMessage picture(byte[] bytes) {
        return UserMessage.builder()
                .text("q")
                .media(new Media(MimeTypeUtils.IMAGE_PNG, new ByteArrayResource(bytes)))
                .build();
    }

    private static AssistantMessage answer(Map<String, Object> metadata) {
        return AssistantMessage.builder().content("a").properties(metadata).build();
    }

    private @Nullable String key(Prompt prompt) {
        ChatKeys keys = new ChatKeys("memoize", new ScopeKeys(List.of("all")));
        String[] made = new String[1];
        Chain.chat("chat")
                .add("look", (call, next) -> {
                    made[0] = keys.of(call);
                    return ChatReply.of("");
                })
                .build()
                .around(new ChatModelEndpoint(model, new ChainThreads(Runnable::run, 1)))
                .call(new PromptView(prompt, model));
        return made[0];
    }
}
