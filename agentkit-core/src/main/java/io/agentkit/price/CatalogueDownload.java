package io.agentkit.price;

import io.agentkit.time.Time;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** A catalogue on the web. Asks only for what is new, takes only so much, and waits only so long for all of it. */
final class CatalogueDownload implements CatalogueSource {

    private static final int OK = 200;

    private static final int NOT_MODIFIED = 304;

    private final URI address;
    private final Duration timeout;
    private final int maxBytes;
    private final Time time;
    private final HttpClient client;

    CatalogueDownload(URI address, Duration timeout, int maxBytes, Time time) {
        this.address = address;
        this.timeout = timeout;
        this.maxBytes = maxBytes;
        this.time = time;
        this.client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(timeout)
                .build();
    }

    @Override
    public Fetched fetch(Fetched.@Nullable Version known) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(request(known), head -> {
            boolean wanted = head.statusCode() == OK;
            return new BoundedBody(wanted ? maxBytes : 0, wanted);
        });
        // The client's own limit ends with the head; a body may drip for ever.
        Time.Timer limit = time.schedule(timeout, () -> answer.cancel(true));
        try {
            return fetched(answer.get(), known);
        } catch (CancellationException cancelled) {
            throw late();
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            for (Throwable each = cause; each != null; each = each.getCause()) {
                if (each instanceof CatalogueException own) {
                    throw own;
                }
                // What is cancelled fails by itself at times before it counts as cancelled.
                if (each instanceof CancellationException) {
                    throw late();
                }
            }
            throw new CatalogueException("it cannot be had", cause == null ? failed : cause);
        } finally {
            limit.cancel();
            answer.cancel(true);
        }
    }

    private CatalogueException late() {
        return new CatalogueException("it did not come within " + timeout);
    }

    private HttpRequest request(Fetched.@Nullable Version known) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address).header("Accept", "application/json");
        if (known != null && known.tag() != null) {
            request.header("If-None-Match", known.tag());
        }
        if (known != null && known.modified() != null) {
            request.header("If-Modified-Since", known.modified());
        }
        return request.build();
    }

    private static Fetched fetched(HttpResponse<byte[]> answer, Fetched.@Nullable Version known)
            throws CatalogueException {
        if (answer.statusCode() == NOT_MODIFIED && known != null) {
            return new Fetched(null, known);
        }
        if (answer.statusCode() != OK) {
            throw new CatalogueException("it was answered with status " + answer.statusCode());
        }
        String tag = answer.headers().firstValue("ETag").orElse(null);
        String modified = answer.headers().firstValue("Last-Modified").orElse(null);
        boolean nameless = tag == null && modified == null;
        return new Fetched(answer.body(), nameless ? null : new Fetched.Version(tag, modified));
    }
}
