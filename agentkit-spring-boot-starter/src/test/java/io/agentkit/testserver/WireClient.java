package io.agentkit.testserver;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A client that shows what the server wrote, for the server's own tests. */
final class WireClient {

    static final Duration PATIENCE = Duration.ofSeconds(30);
    static final String CALL =
            "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"\\\"stream\\\":true\"}]}";
    static final String STREAM =
            "{\"model\":\"m\",\"stream\":true,\"stream_options\":{\"include_usage\":true},\"messages\":[]}";
    static final String STREAM_WITHOUT_USAGE = "{\"model\":\"m\",\"stream\":true,\"messages\":[]}";

    private final ProviderServer server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    WireClient(ProviderServer server) {
        this.server = server;
    }

    HttpResponse<String> openAi(String body) {
        return post("/v1/chat/completions", body);
    }

    HttpResponse<String> anthropic(String body) {
        return post("/v1/messages", body);
    }

    HttpResponse<String> post(String path, String body) {
        return sendAsync(path, body).join();
    }

    void send(String path, String body) throws IOException, InterruptedException {
        client.send(request(path, body), BodyHandlers.ofString());
    }

    CompletableFuture<HttpResponse<String>> sendAsync(String path, String body) {
        return client.sendAsync(request(path, body), BodyHandlers.ofString());
    }

    private HttpRequest request(String path, String body) {
        return HttpRequest.newBuilder(URI.create(server.anthropicBaseUrl() + path))
                .header("Content-Type", "application/json")
                .timeout(PATIENCE)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    static List<String> dataOf(String events) {
        List<String> data = new ArrayList<>();
        events.lines()
                .filter(line -> line.startsWith("data: "))
                .forEach(line -> data.add(line.substring("data: ".length())));
        return data;
    }

    static String at(String json, String pointer) {
        return Json.parse(json).at(pointer).text();
    }
}
