package io.agentkit.testserver;

import static io.agentkit.testserver.WireClient.CALL;
import static io.agentkit.testserver.WireClient.STREAM;
import static io.agentkit.testserver.WireClient.STREAM_WITHOUT_USAGE;
import static io.agentkit.testserver.WireClient.at;
import static io.agentkit.testserver.WireClient.dataOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What goes over the wire when all is well, bytes and connections included. */
class ProviderServerWireTests {

    private final ProviderServer server = ProviderServer.start();
    private final WireClient client = new WireClient(server);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void openAiStreamHasRoleContentFinishUsageAndDone() {
        server.enqueue(Reply.chunks("He", "llo").usage(u -> u.uncached(3).output(2)));

        List<String> data = dataOf(client.openAi(STREAM).body());

        assertThat(data).hasSize(6).last().isEqualTo("[DONE]");
        assertThat(at(data.get(0), "/choices/0/delta/role")).isEqualTo("assistant");
        assertThat(at(data.get(1), "/choices/0/delta/content")).isEqualTo("He");
        assertThat(at(data.get(1), "/usage")).isEqualTo("null");
        assertThat(at(data.get(2), "/choices/0/delta/content")).isEqualTo("llo");
        assertThat(at(data.get(3), "/choices/0/finish_reason")).isEqualTo("stop");
        assertThat(at(data.get(4), "/choices")).isEqualTo("[]");
        assertThat(at(data.get(4), "/usage/total_tokens")).isEqualTo("5");
    }

    @Test
    void openAiStreamHasNoUsageUnlessTheClientAskedForIt() {
        server.enqueue(Reply.text("Hello"));

        assertThat(client.openAi(STREAM_WITHOUT_USAGE).body())
                .doesNotContain("usage")
                .endsWith("data: [DONE]\n\n");
    }

    @Test
    void anthropicStreamHasItsEventsInOrder() {
        server.enqueue(Reply.chunks("He", "llo").thinking("Hm").andToolCall("t", "weather", "{}"));

        assertThat(client.anthropic(STREAM).body().lines().filter(line -> line.startsWith("event: ")))
                .extracting(line -> line.substring("event: ".length()))
                .containsExactly(
                        "message_start",
                        "ping",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_delta",
                        "content_block_stop",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_delta",
                        "content_block_stop",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_delta",
                        "content_block_stop",
                        "message_delta",
                        "message_stop");
    }

    @Test
    void finishReasonsAreTranslated() {
        server.respondWith(request -> Reply.text("…").finish("length"));

        assertThat(at(client.openAi(CALL).body(), "/choices/0/finish_reason")).isEqualTo("length");
        assertThat(at(client.anthropic(CALL).body(), "/stop_reason")).isEqualTo("max_tokens");
    }

    @Test
    void usageCanBeOddOrAbsent() {
        server.enqueue(
                Reply.text("a").usageJson("{\"cost\":0.5}"), Reply.text("b").noUsage());

        assertThat(at(client.openAi(CALL).body(), "/usage")).isEqualTo("{\"cost\":0.5}");
        assertThat(client.openAi(CALL).body()).doesNotContain("usage");
    }

    @Test
    void errorsTakeTheFormOfTheProtocol() {
        server.respondWith(request -> Reply.error(ProviderError.OVERLOADED));

        HttpResponse<String> openAi = client.openAi(CALL);
        HttpResponse<String> anthropic = client.anthropic(CALL);

        assertThat(openAi.statusCode()).isEqualTo(503);
        assertThat(at(openAi.body(), "/error/code")).isEqualTo("server_overloaded");
        assertThat(anthropic.statusCode()).isEqualTo(529);
        assertThat(at(anthropic.body(), "/error/type")).isEqualTo("overloaded_error");
    }

    @Test
    void recordedStreamIsSentAsItIs() {
        server.enqueue(Reply.sse(": hello\r\n\r\nevent: x\ndata: {}\n\n\ndata: [DONE]"), Reply.emptyStream());

        assertThat(client.openAi(STREAM).body()).isEqualTo(": hello\n\nevent: x\ndata: {}\n\ndata: [DONE]\n\n");
        assertThat(client.openAi(STREAM).body()).isEmpty();
    }

    @Test
    void handlerSeesTheRequest() {
        server.respondWith(request -> Reply.text(request.json().at("/model").text() + request.number()));

        client.openAi(CALL);

        assertThat(at(client.openAi(CALL).body(), "/choices/0/message/content")).isEqualTo("m2");
        RecordedRequest request = server.requests().get(1);
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.header("CONTENT-TYPE")).isEqualTo("application/json");
        assertThat(request.header("x-absent")).isNull();
        assertThat(request.streaming()).isFalse();
    }

    @Test
    void resetForgetsEverything() {
        client.openAi(CALL);
        server.enqueue(Reply.text("old"));

        server.reset();
        server.enqueue(Reply.text("new"));

        assertThat(server.requestCount()).isZero();
        assertThat(client.openAi(CALL).body()).contains("new");
        assertThat(server.awaitRequest(1).number()).isEqualTo(1);
    }

    @Test
    void oneConnectionServesSeveralRequests() throws IOException {
        server.enqueue(Reply.text("one"), Reply.text("two"), Reply.text("three"));
        String chunked = "POST /v1/messages?beta=true HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "2;x=y\r\n{}\r\n0\r\nTrailer: 1\r\n\r\n";
        String sized = "POST /v1/messages HTTP/1.1\r\nContent-Length: 15\r\n\r\n{\"stream\":true}";
        String closing = "POST /v1/messages HTTP/1.1\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}";

        String answers;
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            OutputStream out = socket.getOutputStream();
            out.write((chunked + sized + closing).getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            answers = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }

        assertThat(answers)
                .containsSubsequence("HTTP/1.1 200", "one", "HTTP/1.1 200", "two", "0\r\n\r\nHTTP/1.1 200", "three");
        assertThat(server.requests().get(0).path()).isEqualTo("/v1/messages");
        assertThat(server.requests().get(0).target()).isEqualTo("/v1/messages?beta=true");
    }
}
