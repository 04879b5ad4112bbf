package io.agentkit.http;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Listens on one address of this machine, and remembers who asked for what. {@code /to?URL} redirects there. */
final class HitServer implements AutoCloseable {

    private final HttpServer server;
    private final List<String> hits = new CopyOnWriteArrayList<>();
    private final List<String> cookies = new CopyOnWriteArrayList<>();

    HitServer(String address, int port) {
        try {
            server = HttpServer.create(new InetSocketAddress(address, port), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/", exchange -> {
            hits.add(exchange.getRequestURI().getPath());
            cookies.addAll(exchange.getRequestHeaders().getOrDefault("Cookie", List.of()));
            String to = exchange.getRequestURI().getQuery();
            byte[] body = ("from " + address).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Set-Cookie", "session=of-another-tenant");
            if (to != null) {
                exchange.getResponseHeaders().add("Location", to);
            }
            exchange.sendResponseHeaders(to == null ? 200 : 302, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
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

    @Override
    public void close() {
        server.stop(0);
    }
}
