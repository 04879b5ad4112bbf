package io.agentkit.testserver;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One request as it arrived, and how its answer ended. Safe for use by several threads. */
public final class RecordedRequest {

    private final int number;
    private final HttpRequest request;
    private final CompletableFuture<Ending> ending = new CompletableFuture<>();

    RecordedRequest(int number, HttpRequest request) {
        this.number = number;
        this.request = request;
    }

    /** The position in order of arrival, counted from 1. */
    public int number() {
        return number;
    }

    public String method() {
        return request.method();
    }

    /** The path without the query. */
    public String path() {
        int query = request.target().indexOf('?');
        return query < 0 ? request.target() : request.target().substring(0, query);
    }

    /** The path with the query, as sent. */
    public String target() {
        return request.target();
    }

    /** All header values by name; look-up ignores case. */
    public Map<String, List<String>> headers() {
        return request.headers();
    }

    /** The first value of a header, or null when the client did not send it. */
    public @Nullable String header(String name) {
        return request.header(name);
    }

    public String body() {
        return request.body();
    }

    /** The body as JSON; throws {@link IllegalArgumentException} when it is none. */
    public Json json() {
        return Json.parse(body());
    }

    /** Whether the client asked for server-sent events. */
    public boolean streaming() {
        return json().at("/stream").isTrue();
    }

    /** Completes when the answer has ended in any way; never exceptionally. */
    public CompletableFuture<Ending> ending() {
        return ending.copy();
    }

    boolean asksToClose() {
        return request.headerHas("connection", "close");
    }

    /** Whether this was the first ending. */
    boolean ended(Ending how) {
        return ending.complete(how);
    }

    @Override
    public String toString() {
        return number + ": " + method() + " " + target();
    }
}
