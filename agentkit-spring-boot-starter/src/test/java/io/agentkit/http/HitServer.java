package io.agentkit.http;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Listens on one address of this machine, and remembers who asked for what. {@code /to?URL} redirects there, {@code /status/503} is one. */
final class HitServer implements AutoCloseable {

    private final HttpServer server;
    private final List<String> hits = new CopyOnWriteArrayList<>();
    private final List<String> cookies = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();

    HitServer(String address, int port) {
        try {
            server = HttpServer.create(new InetSocketAddress(address, port), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/", exchange -> {
            hits.add(exchange.getRequestURI().getPath());
            cookies.addAll(exchange.getRequestHeaders().getOrDefault("Cookie", List.of()));
            keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")));
            URI uri = exchange.getRequestURI();
            String to = uri.getPath().equals("/to") ? uri.getQuery() : null;
            byte[] body = ("from " + address).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Set-Cookie", "session=of-another-tenant");
            if (to != null) {
                exchange.getResponseHeaders().add("Location", to);
            }
            exchange.sendResponseHeaders(to == null ? status(uri) : 302, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    private static int status(URI uri) {
        String path = uri.getPath();
        return path.startsWith("/status/") ? Integer.parseInt(path.substring("/status/".length())) : 200;
    }

    int port() {
        return server.getAddress().getPort();
    }

    List<String> hits() {
        return hits;
    }

    List<String> cookies() {
        return cookies;
    }

    List<String> keys() {
        return keys;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
