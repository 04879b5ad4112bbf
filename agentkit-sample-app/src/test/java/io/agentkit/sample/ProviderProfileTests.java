package io.agentkit.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.testserver.ProviderError;
import io.agentkit.testserver.ProviderServer;
import io.agentkit.testserver.RecordedRequest;
import io.agentkit.testserver.Reply;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/** The profiles of real providers, each against a local server that speaks their protocol. */
class ProviderProfileTests {

    private final ProviderServer provider = ProviderServer.start();

    @AfterEach
    void stop() {
        provider.close();
    }

    @Test
    void openAiAnswersThroughTheChains() {
        provider.enqueue(
                Reply.error(ProviderError.OVERLOADED),
                Reply.toolCall("call_1", "weather", "{\"city\":\"Berlin\"}"),
                Reply.text("It is fine."));

        try (ConfigurableApplicationContext application = start("openai", "OPENAI", provider.openAiBaseUrl())) {
            expectAnswer(application, "gpt-5.4-mini");
        }
        assertThat(provider.requests()).extracting(RecordedRequest::path).containsOnly("/v1/chat/completions");
        assertThat(provider.requests().get(0).header("authorization")).isEqualTo("Bearer test-key");
    }

    @Test
    void anthropicAnswersThroughTheChains() {
        provider.enqueue(
                Reply.error(ProviderError.OVERLOADED),
                Reply.toolCall("call_1", "weather", "{\"city\":\"Berlin\"}"),
                Reply.text("It is fine."));

        try (ConfigurableApplicationContext application =
                start("anthropic", "ANTHROPIC", provider.anthropicBaseUrl())) {
            expectAnswer(application, "claude-haiku-4-5");
        }
        assertThat(provider.requests()).extracting(RecordedRequest::path).containsOnly("/v1/messages");
        assertThat(provider.requests().get(0).header("x-api-key")).isEqualTo("test-key");
    }

    @Test
    void openAiStreamsThroughTheChains() {
        provider.enqueue(
                Reply.toolCall("call_1", "weather", "{\"city\":\"Berlin\"}"), Reply.chunks("It ", "is ", "fine."));

        try (ConfigurableApplicationContext application = start("openai", "OPENAI", provider.openAiBaseUrl())) {
            expectStream(application);
        }
    }

    @Test
    void anthropicStreamsThroughTheChains() {
        provider.enqueue(
                Reply.toolCall("call_1", "weather", "{\"city\":\"Berlin\"}"), Reply.chunks("It ", "is ", "fine."));

        try (ConfigurableApplicationContext application =
                start("anthropic", "ANTHROPIC", provider.anthropicBaseUrl())) {
            expectStream(application);
        }
    }

    @Test
    void whatAProviderSaysOfAFailureReachesNobody() {
        provider.enqueue(Reply.error(400, "invalid_request_error", "secret words"));

        try (ConfigurableApplicationContext application = start("openai", "OPENAI", provider.openAiBaseUrl())) {
            String problem = ask(application)
                    .expectStatus()
                    .isEqualTo(HttpStatus.BAD_GATEWAY)
                    .expectBody(String.class)
                    .returnResult()
                    .getResponseBody();

            assertThat(problem).contains("The call failed: invalid request").doesNotContain("secret");
        }
    }

    @Test
    void ollamaStartsWithoutAKey() {
        try (ConfigurableApplicationContext application = start("ollama", "OLLAMA", provider.anthropicBaseUrl())) {
            assertThat(application.getBean(ChatModel.class).getOptions().getModel())
                    .isEqualTo("qwen3:4b");
        }
    }

    private static void expectStream(ConfigurableApplicationContext application) {
        String stream = http(application)
                .get()
                .uri("/api/chat/stream?message=What is the weather in Berlin?")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();

        assertThat(String.valueOf(stream)
                        .lines()
                        .filter(line -> line.startsWith("event:") || line.startsWith("data:{\"text")))
                .containsExactly(
                        "event:tool",
                        "event:delta",
                        "data:{\"text\":\"It \"}",
                        "event:delta",
                        "data:{\"text\":\"is \"}",
                        "event:delta",
                        "data:{\"text\":\"fine.\"}",
                        "event:done");
        assertThat(stream)
                .contains("\"usage\":{\"input\":20,\"cacheRead\":0,\"cacheWrite\":0,\"output\":10,\"reasoning\":0}");
    }

    /** One failure that only our retry repeats, a round for the tool, and the answer: three requests. */
    private void expectAnswer(ConfigurableApplicationContext application, String model) {
        ask(application)
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.answer")
                .isEqualTo("It is fine.")
                .jsonPath("$.model")
                .isEqualTo(model)
                .jsonPath("$.usage.input")
                .isEqualTo(20)
                .jsonPath("$.usage.output")
                .isEqualTo(10);
        assertThat(provider.requestCount()).isEqualTo(3);
        assertThat(provider.requests().get(2).body()).contains("degreesCelsius");
    }

    private ConfigurableApplicationContext start(String profile, String prefix, String baseUrl) {
        return new SpringApplicationBuilder(SampleApplication.class)
                .profiles(profile)
                .properties(Map.of(prefix + "_API_KEY", "test-key", prefix + "_BASE_URL", baseUrl))
                .run("--server.port=0", "--agentkit.chat.retry.backoff.base=1ms");
    }

    private static ResponseSpec ask(ConfigurableApplicationContext application) {
        return http(application)
                .post()
                .uri("/api/chat")
                .body(Map.of("message", "What is the weather in Berlin?"))
                .exchange();
    }

    private static RestTestClient http(ConfigurableApplicationContext application) {
        int port = ((WebServerApplicationContext) application).getWebServer().getPort();
        return RestTestClient.bindToServer().baseUrl("http://localhost:" + port).build();
    }
}
