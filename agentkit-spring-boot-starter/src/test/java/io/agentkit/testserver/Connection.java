package io.agentkit.testserver;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * One client connection. One thread reads all the time, so that a client that leaves is seen at once, also while the
 * other thread writes or waits at a gate.
 */
final class Connection {

    private static final int MAX_PIPELINED = 16;

    private final ProviderServer server;
    private final Socket socket;
    private final Thread reader;
    private final Thread responder;
    private final BlockingQueue<Optional<Exchange>> pending = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private volatile @Nullable Exchange current;

    Connection(ProviderServer server, Socket socket, String name) throws IOException {
        this.server = server;
        this.socket = socket;
        socket.setTcpNoDelay(true);
        this.reader = new Thread(this::read, name + "-reader");
        this.responder = new Thread(this::respond, name + "-responder");
        reader.setDaemon(true);
        responder.setDaemon(true);
    }

    void start() {
        reader.start();
        responder.start();
    }

    /** Completes when nothing can be sent any more. */
    CompletableFuture<Void> gone() {
        return gone;
    }

    /** Cuts the connection from the server's side. */
    void close() {
        Exchange open = current;
        if (open != null) {
            open.end(Ending.Kind.CUT);
        }
        closeSocket();
    }

    /** Cuts the connection with a TCP reset, which the client sees instead of an orderly end. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        close();
    }

    void join(long millis) throws InterruptedException {
        for (Thread thread : new Thread[] {reader, responder}) {
            if (thread != Thread.currentThread()) {
                thread.join(millis);
            }
        }
    }

    private void read() {
        try {
            OutputStream out = socket.getOutputStream();
            HttpRequestReader requests = new HttpRequestReader(new BufferedInputStream(socket.getInputStream()), out);
            for (HttpRequest request = requests.next(); request != null; request = requests.next()) {
                Exchange exchange = new Exchange(server.record(request), server::clientLeft);
                current = exchange;
                pending.add(Optional.of(exchange));
                if (pending.size() > MAX_PIPELINED) {
                    break;
                }
            }
        } catch (IOException | NumberFormatException ex) {
            // A client that vanishes or speaks no HTTP has left; its test sees that as the ending.
        } finally {
            Exchange open = current;
            if (open != null) {
                open.clientLeft();
            }
            gone.complete(null);
            closeSocket();
            pending.add(Optional.empty());
        }
    }

    private void respond() {
        try {
            HttpResponseWriter out = new HttpResponseWriter(new BufferedOutputStream(socket.getOutputStream()));
            for (Optional<Exchange> next = pending.take(); next.isPresent(); next = pending.take()) {
                Exchange exchange = next.get();
                boolean keep = new Delivery(this, exchange, out).deliver(server.replyTo(exchange.request()));
                if (!keep) {
                    break;
                }
            }
        } catch (IOException ex) {
            Exchange open = current;
            if (open != null) {
                open.clientLeft();
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } finally {
            closeSocket();
            server.ended(this);
        }
    }

    private void closeSocket() {
        try {
            socket.close();
        } catch (IOException ex) {
            // Nothing is left to do with a socket that cannot even be closed.
        }
    }
}
