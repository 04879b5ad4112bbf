package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

@ExtendWith(OutputCaptureExtension.class)
class ProviderRetriesTests {

    private static StandardEnvironment processed(Map<String, Object> properties) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("application", properties));
        new ProviderRetriesEnvironmentPostProcessor().postProcessEnvironment(environment, new SpringApplication());
        return environment;
    }

    @Test
    void aChainThatRetriesIsTheOnlyOneThatDoes() {
        StandardEnvironment environment = processed(Map.of("agentkit.chat.chain", "tracing, retry"));

        assertThat(environment.getProperty("spring.ai.openai.chat.max-retries")).isEqualTo("0");
        assertThat(environment.getProperty("spring.ai.anthropic.max-retries")).isEqualTo("0");
        assertThat(environment.containsProperty("spring.ai.openai.max-retries")).isFalse();
    }

    @Test
    void theSharedTemplateIsLeftWhereAnotherKindOfModelMayUseIt() {
        assertThat(processed(Map.of("agentkit.chat.chain", "retry", "spring.ai.model.embedding", "ollama"))
                        .containsProperty("spring.ai.retry.max-attempts"))
                .isFalse();
        assertThat(processed(Map.of("agentkit.chat.chain", "retry", "spring.ai.model.embedding", "none"))
                        .getProperty("spring.ai.retry.max-attempts"))
                .isEqualTo("0");
    }

    @Test
    void theSharedTemplateIsLeftWhereAChainDoesNotRetry() {
        assertThat(processed(Map.of(
                                "agentkit.chat.chain", "retry",
                                "agentkit.chains.plain.chat.chain", "cost",
                                "spring.ai.model.embedding", "none"))
                        .containsProperty("spring.ai.retry.max-attempts"))
                .isFalse();
    }

    @Test
    void whatTheApplicationWritesWins() {
        StandardEnvironment environment =
                processed(Map.of("agentkit.chat.chain", "retry", "spring.ai.openai.max-retries", "5"));

        assertThat(environment.containsProperty("spring.ai.openai.chat.max-retries"))
                .isFalse();
        assertThat(ProviderRetries.OPENAI.current(environment)).isEqualTo(5);
    }

    @Test
    void withoutARetryOfOursNothingChanges() {
        assertThat(processed(Map.of()).getPropertySources().contains(ProviderRetriesEnvironmentPostProcessor.SOURCE))
                .isFalse();
        assertThat(processed(Map.of("agentkit.chat.chain", "retry", "agentkit.enabled", "false"))
                        .getPropertySources()
                        .contains(ProviderRetriesEnvironmentPostProcessor.SOURCE))
                .isFalse();
    }

    @Test
    void theChainThatAModelIsAssignedToCounts() {
        StandardEnvironment environment = processed(Map.of(
                "agentkit.chat.chain", "retry",
                "agentkit.chains.plain.chat.chain", "cost",
                "agentkit.assign.models.openAiChatModel", "plain"));

        assertThat(environment.containsProperty("spring.ai.openai.chat.max-retries"))
                .isFalse();
        assertThat(environment.getProperty("spring.ai.anthropic.max-retries")).isEqualTo("0");
    }

    @Test
    void layersThatMultiplyAreReported(CapturedOutput output) {
        BridgeContext.runner()
                .withBean(
                        "openAiChatModel",
                        ChatModel.class,
                        () -> OpenAiChatModel.builder()
                                .options(OpenAiChatOptions.builder()
                                        .apiKey("test")
                                        .build())
                                .build())
                .withPropertyValues("agentkit.chat.chain=retry", "agentkit.chat.retry.max-attempts=4")
                .run(context -> assertThat(output)
                        .contains("asked up to 16 times for one call: 4 attempts of 'retry' times 4")
                        .contains("spring.ai.openai.chat.max-retries: 0"));
    }
}
