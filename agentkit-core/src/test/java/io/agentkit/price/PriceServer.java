package io.agentkit.price;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** A server of one file on this machine that misbehaves as it is told. */
final class PriceServer implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch stalled = new CountDownLatch(1);
    private final Semaphore answered = new Semaphore(0);
    private volatile int status = 200;
    private volatile String body = "";
    private volatile @Nullable String tag;
    private volatile boolean stalls;
    private volatile boolean cuts;
    private final List<HttpExchange> exchanges = new CopyOnWriteArrayList<>();

    PriceServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/prices.json";
    }

    PriceServer status(int value) {
        status = value;
        cuts = false;
        return this;
    }

    PriceServer body(String value) {
        body = value;
        cuts = false;
        return this;
    }

    PriceServer tag(String value) {
        tag = value;
        return this;
    }

    /** Promises more than it sends. */
    void cut(String value) {
        status = 200;
        body = value;
        cuts = true;
    }

    /** Sends the head and then nothing. */
    void stall() {
        stalls = true;
    }

    void awaitStalled() throws InterruptedException {
        stalled.await();
    }

    int requests() {
        return exchanges.size();
    }

    void awaitRequests(int count) throws InterruptedException {
        answered.acquire(count);
    }

    @Nullable
    String lastHeader(String name) {
        return header(exchanges.size() - 1, name);
    }

    /** A header of a request, counted from 0. */
    @Nullable
    String header(int request, String name) {
        return exchanges.get(request).getRequestHeaders().getFirst(name);
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchanges.add(exchange);
        try (exchange) {
            if (tag != null) {
                exchange.getResponseHeaders().set("ETag", tag);
            }
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            boolean none = status == 304 || bytes.length == 0;
            exchange.sendResponseHeaders(status, none ? -1 : cuts || stalls ? bytes.length + 100L : bytes.length);
            if (!none) {
                OutputStream out = exchange.getResponseBody();
                out.write(bytes, 0, stalls ? 1 : bytes.length);
                out.flush();
                if (stalls) {
                    stalled.countDown();
                    released.await();
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            answered.release();
        }
    }

    @Override
    public void close() {
        released.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
