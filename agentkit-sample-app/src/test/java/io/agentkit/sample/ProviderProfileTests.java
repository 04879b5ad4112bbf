package io.agentkit.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.testserver.ProviderError;
import io.agentkit.testserver.ProviderServer;
import io.agentkit.testserver.RecordedRequest;
import io.agentkit.testserver.Reply;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.MediaType;
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
        int port = ((WebServerApplicationContext) application).getWebServer().getPort();
        return RestTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .build()
                .post()
                .uri("/api/chat")
                .contentType(MediaType.APPLICATION_JSON)
                .body(Map.of("message", "What is the weather in Berlin?"))
                .exchange();
    }
}
