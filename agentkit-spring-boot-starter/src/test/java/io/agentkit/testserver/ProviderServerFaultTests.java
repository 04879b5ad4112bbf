package io.agentkit.testserver;

import static io.agentkit.testserver.WireClient.CALL;
import static io.agentkit.testserver.WireClient.PATIENCE;
import static io.agentkit.testserver.WireClient.STREAM;
import static io.agentkit.testserver.WireClient.at;
import static io.agentkit.testserver.WireClient.dataOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What goes over the wire when something is to go wrong. */
class ProviderServerFaultTests {

    private final ProviderServer server = ProviderServer.start();
    private final WireClient client = new WireClient(server);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void errorCanHideUnderStatus200() {
        server.enqueue(Reply.error(402, "billing_error", "No money.").status(200));

        HttpResponse<String> response = client.openAi(CALL);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(at(response.body(), "/error/message")).isEqualTo("No money.");
    }

    @Test
    void faultsOfAStreamHappenAtTheirDelta() {
        server.enqueue(
                Reply.chunks("a", "b").errorAfter(0, "custom", "Broken."),
                Reply.chunks("a", "b").malformedAfter(1),
                Reply.chunks("a", "b").endAfter(1),
                Reply.chunks("a", "b").unterminated());

        List<String> error = dataOf(client.openAi(STREAM).body());
        List<String> malformed = dataOf(client.openAi(STREAM).body());
        List<String> ended = dataOf(client.openAi(STREAM).body());
        List<String> unterminated = dataOf(client.openAi(STREAM).body());

        assertThat(error).hasSize(2);
        assertThat(at(error.get(1), "/error/type")).isEqualTo("custom");
        assertThat(malformed).hasSize(7);
        assertThatThrownBy(() -> Json.parse(malformed.get(2))).isInstanceOf(IllegalArgumentException.class);
        assertThat(ended).hasSize(2);
        assertThat(unterminated).hasSize(5);
    }

    @Test
    void faultsOfACallSpoilItsBody() {
        server.enqueue(
                Reply.text("a").errorAfter(0, ProviderError.OVERLOADED).header("retry-after", "1"),
                Reply.text("a").malformedAfter(0));

        HttpResponse<String> error = client.openAi(CALL);
        HttpResponse<String> malformed = client.openAi(CALL);

        assertThat(error.statusCode()).isEqualTo(503);
        assertThat(error.headers().firstValue("retry-after")).hasValue("1");
        assertThat(malformed.statusCode()).isEqualTo(200);
        assertThatThrownBy(() -> Json.parse(malformed.body())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void cutBreaksOffInTheMiddleOfAChunk() {
        server.enqueue(Reply.chunks("a", "b").cutAfter(1), Reply.text("a").cutAfter(0));

        assertThatThrownBy(() -> client.send("/v1/chat/completions", STREAM)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> client.send("/v1/chat/completions", CALL)).isInstanceOf(IOException.class);
        assertThat(server.awaitRequest(2).ending())
                .succeedsWithin(PATIENCE)
                .extracting(Ending::kind)
                .isEqualTo(Ending.Kind.CUT);
    }

    @Test
    void gateHoldsHeadersStreamsAndBodies() {
        Gate headers = Gate.closed();
        Gate delta = Gate.closed();
        Gate body = Gate.closed();
        server.enqueue(
                Reply.text("a").stallHeaders(headers),
                Reply.text("a").stallAfter(0, delta),
                Reply.text("a").stallAfter(0, body));

        for (Gate gate : List.of(headers, delta)) {
            CompletableFuture<HttpResponse<String>> answer = client.sendAsync("/v1/chat/completions", STREAM);
            gate.awaitReached();
            assertThat(answer).isNotDone();
            gate.open();
            assertThat(answer)
                    .succeedsWithin(PATIENCE)
                    .extracting(HttpResponse::statusCode)
                    .isEqualTo(200);
        }
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync("/v1/chat/completions", CALL);
        body.awaitReached();
        body.open();
        assertThat(answer.thenApply(HttpResponse::body))
                .succeedsWithin(PATIENCE)
                .satisfies(Json::parse);
    }

    @Test
    void gateCountsTheAnswersInFlight() {
        Gate gate = Gate.closed();
        server.respondWith(request -> Reply.text("a").stallHeaders(gate));

        CompletableFuture<?> first = client.sendAsync("/v1/messages", CALL);
        CompletableFuture<?> second = client.sendAsync("/v1/messages", CALL);
        gate.awaitReached(2);
        gate.open();

        assertThat(CompletableFuture.allOf(first, second)).succeedsWithin(PATIENCE);
    }

    @Test
    void whatIsNotScriptedIsAnsweredWithAStatusThatNoProviderSends() {
        assertThat(client.openAi(CALL).body()).contains("no reply is queued for request 1");

        server.enqueue(Reply.text("a"), Reply.text("a").cutAfter(2));
        assertThat(client.post("/v1/embeddings", CALL).body()).contains("no protocol is spoken on /v1/embeddings");
        assertThat(client.openAi(STREAM).body()).contains("a fault waits for delta 2, but the reply has 1");

        server.respondWith(request -> {
            throw new IllegalStateException("oops");
        });
        assertThat(client.openAi(CALL).statusCode()).isEqualTo(418);
    }

    @Test
    void bodyThatIsNoJsonIsABadRequest() {
        server.enqueue(Reply.text("a"));

        assertThat(client.openAi("{\"model\":").statusCode()).isEqualTo(400);
    }

    @Test
    void clientThatLeavesWhileHeadersStallIsSeen() throws IOException {
        Gate gate = Gate.closed();
        server.enqueue(Reply.text("a").stallHeaders(gate));

        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            String request = "POST /v1/messages HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            gate.awaitReached();
        }

        assertThat(server.awaitClientGone()).isEqualTo(new Ending(Ending.Kind.CLIENT_GONE, 0, 0));
    }

    @Test
    void closeReleasesStalledAnswersAndLeavesNoThread() {
        Gate gate = Gate.closed();
        server.enqueue(Reply.text("a").stallAfter(0, gate));
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync("/v1/messages", STREAM);
        gate.awaitReached();

        server.close();

        assertThat(answer).failsWithin(PATIENCE);
        assertThat(server.requests().get(0).ending()).isCompletedWithValue(new Ending(Ending.Kind.CUT, 0, 3));
        assertThat(threadsOf(server)).isEmpty();
    }

    private static List<String> threadsOf(ProviderServer server) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("provider-server-" + server.port()))
                .toList();
    }
}
