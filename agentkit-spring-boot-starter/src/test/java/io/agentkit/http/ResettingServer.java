package io.agentkit.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads the head of each request and resets its connection. */
final class ResettingServer implements AutoCloseable {

    private final ServerSocket server;
    private final AtomicInteger requests = new AtomicInteger();

    ResettingServer(String address) throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getByName(address));
        Thread thread = new Thread(this::serve, "resetting server");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
                String line = reader.readLine();
                if (line != null) {
                    requests.incrementAndGet();
                }
                while (line != null && !line.isEmpty()) {
                    line = reader.readLine();
                }
                socket.setSoLinger(true, 0);
            } catch (IOException closed) {
                // By the client, or by the test.
            }
        }
    }

    int port() {
        return server.getLocalPort();
    }

    int requests() {
        return requests.get();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
