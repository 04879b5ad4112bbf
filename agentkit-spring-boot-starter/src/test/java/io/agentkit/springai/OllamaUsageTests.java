package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.agentkit.chat.Usage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.ollama.OllamaChatModel;
import org.springframework.ai.ollama.api.OllamaApi;
import org.springframework.ai.ollama.api.OllamaChatOptions;

/** The real client for Ollama's own protocol, over HTTP. */
class OllamaUsageTests {

    private static final String WHOLE = """
            {"model":"llama","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"hi"},"done":true,"done_reason":"stop","total_duration":1,"load_duration":1,"prompt_eval_count":26,"prompt_eval_duration":1,"eval_count":298,"eval_duration":1}
            """;

    private static final String STREAM = """
            {"model":"llama","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"h"},"done":false}
            {"model":"llama","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"i"},"done":false}
            {"model":"llama","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":1,"load_duration":1,"prompt_eval_count":26,"prompt_eval_duration":1,"eval_count":2,"eval_duration":1}
            """;

    private HttpServer server;
    private String answer = WHOLE;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/chat", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                byte[] body = answer.getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders()
                        .add("Content-Type", answer.equals(WHOLE) ? "application/json" : "application/x-ndjson");
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aWholeAnswerIsCounted() {
        ChatResponse response = model().call(new Prompt("hello"));

        assertThat(UsageReaders.read(response.getMetadata())).isEqualTo(Usage.of(26, 298));
    }

    @Test
    void aStreamIsCountedOnceAtItsEnd() {
        answer = STREAM;

        List<ChatResponse> chunks =
                model().stream(new Prompt("hello")).collectList().block();

        assertThat(chunks).isNotNull();
        assertThat(chunks.stream()
                        .map(chunk -> UsageReaders.read(chunk.getMetadata()))
                        .filter(usage -> usage != null))
                .containsExactly(Usage.of(26, 2));
    }

    private OllamaChatModel model() {
        OllamaApi api = OllamaApi.builder()
                .baseUrl("http://localhost:" + server.getAddress().getPort())
                .build();
        return OllamaChatModel.builder()
                .ollamaApi(api)
                .options(OllamaChatOptions.builder().model("llama").build())
                .build();
    }
}
