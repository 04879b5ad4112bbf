package io.agentkit.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers OpenAI and Anthropic clients on 127.0.0.1 with scripted replies, and remembers what they asked.
 *
 * <p>The request's path decides the protocol ({@code …/chat/completions} or {@code …/messages}) and its {@code stream}
 * flag decides between one JSON body and server-sent events, so one {@link Reply} serves both protocols and both modes.
 * Replies are taken from the queue in order; once it is empty {@link #respondWith(Function)} answers; with neither, the
 * answer is status 418, which no provider sends and no client retries.
 *
 * <p>Safe for use by several threads. Every wait is bounded by {@value Waits#SECONDS} seconds and then fails the test.
 */
public final class ProviderServer implements AutoCloseable {

    private static final int MAX_CONNECTIONS = 1024;
    private static final int THREAD_END_MILLIS = 5_000;

    private final ServerSocket socket;
    private final Thread acceptor;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<Reply> replies = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<Ending> departures = new LinkedBlockingQueue<>();
    private final Semaphore arrivals = new Semaphore(0);
    private final Object lock = new Object();
    private final List<RecordedRequest> requests = new ArrayList<>();
    private volatile @Nullable Function<RecordedRequest, Reply> handler;
    private volatile boolean closed;

    private ProviderServer(ServerSocket socket) {
        this.socket = socket;
        this.acceptor = new Thread(this::accept, "provider-server-" + socket.getLocalPort() + "-accept");
        this.acceptor.setDaemon(true);
    }

    /** Starts a server on a free port of 127.0.0.1. */
    public static ProviderServer start() {
        try {
            ServerSocket socket = new ServerSocket(0, MAX_CONNECTIONS, InetAddress.getByName("127.0.0.1"));
            ProviderServer server = new ProviderServer(socket);
            server.acceptor.start();
            return server;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Adds replies to the queue; each answers one request, in the order in which requests arrive. */
    public ProviderServer enqueue(Reply... more) {
        replies.addAll(List.of(more));
        return this;
    }

    /** Answers every request that finds the queue empty; called on a thread of the connection, so it may block. */
    public ProviderServer respondWith(Function<RecordedRequest, Reply> handler) {
        this.handler = handler;
        return this;
    }

    /** The port that was found free. */
    public int port() {
        return socket.getLocalPort();
    }

    /** The value for {@code spring.ai.openai.base-url}: ends in {@code /v1}. */
    public String openAiBaseUrl() {
        return anthropicBaseUrl() + "/v1";
    }

    /** The value for {@code spring.ai.anthropic.base-url}: has no path. */
    public String anthropicBaseUrl() {
        return "http://127.0.0.1:" + port();
    }

    /** All requests since the start or the last {@link #reset()}, in order of arrival. */
    public List<RecordedRequest> requests() {
        synchronized (lock) {
            return List.copyOf(requests);
        }
    }

    /** How many requests arrived since the start or the last {@link #reset()}. */
    public int requestCount() {
        synchronized (lock) {
            return requests.size();
        }
    }

    /** Waits for the n-th request, counted from 1, to have arrived completely and returns it. */
    public RecordedRequest awaitRequest(int n) {
        Waits.forAtLeast(arrivals, n, "requests");
        return requests().get(n - 1);
    }

    /** Waits for the next client that closes its connection before its answer was complete; each is returned once. */
    public Ending awaitClientGone() {
        return Waits.forNext(departures, "no client left early");
    }

    /** Forgets queue, handler and recorded requests; connections stay open. For tests that share a server. */
    public void reset() {
        synchronized (lock) {
            replies.clear();
            handler = null;
            requests.clear();
            departures.clear();
            arrivals.drainPermits();
        }
    }

    /** Cuts every connection, releases stalled answers and waits for the server's threads to end. */
    @Override
    public void close() {
        closed = true;
        try {
            socket.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        connections.forEach(Connection::close);
        try {
            acceptor.join(THREAD_END_MILLIS);
            for (Connection connection : connections) {
                connection.join(THREAD_END_MILLIS);
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    RecordedRequest record(HttpRequest request) {
        synchronized (lock) {
            RecordedRequest recorded = new RecordedRequest(requests.size() + 1, request);
            requests.add(recorded);
            arrivals.release();
            return recorded;
        }
    }

    Reply replyTo(RecordedRequest request) {
        Reply queued = replies.poll();
        if (queued != null) {
            return queued;
        }
        Function<RecordedRequest, Reply> answer = handler;
        if (answer == null) {
            return Reply.unscripted("no reply is queued for request " + request.number());
        }
        try {
            return answer.apply(request);
        } catch (RuntimeException | AssertionError ex) {
            return Reply.unscripted("the handler threw " + ex);
        }
    }

    void clientLeft(Ending ending) {
        departures.add(ending);
    }

    void ended(Connection connection) {
        connections.remove(connection);
    }

    private void accept() {
        int number = 0;
        while (!closed) {
            try {
                open(socket.accept(), ++number);
            } catch (IOException ex) {
                // Either close() shut the socket, which ends the loop, or one client failed, which is its own affair.
                continue;
            }
        }
    }

    private void open(Socket client, int number) throws IOException {
        if (connections.size() >= MAX_CONNECTIONS) {
            client.close();
            return;
        }
        Connection connection = new Connection(this, client, "provider-server-" + port() + "-" + number);
        connections.add(connection);
        connection.start();
        if (closed) {
            connection.close();
        }
    }
}
