package io.agentkit.testserver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes the answer to one request, with all that is to go wrong. Used by one thread, for one answer. */
final class Delivery {

    private static final String JSON = "application/json";
    private static final String EVENTS = "text/event-stream";

    private final Connection connection;
    private final Exchange exchange;
    private final HttpResponseWriter out;
    private final @Nullable Protocol spoken;
    private final Protocol protocol;

    Delivery(Connection connection, Exchange exchange, HttpResponseWriter out) {
        this.connection = connection;
        this.exchange = exchange;
        this.out = out;
        this.spoken = Protocol.of(exchange.request().path());
        this.protocol = spoken == null ? new OpenAiProtocol() : spoken;
    }

    /** Whether the connection can serve another request. */
    boolean deliver(Reply reply) throws IOException {
        pass(reply.headGate());
        if (reply.isDropped()) {
            exchange.end(Ending.Kind.CUT);
            connection.reset();
            return false;
        }
        Body body = reply.body();
        if (body instanceof Message message) {
            return deliver(message, reply);
        }
        if (body instanceof Body.Failure failure) {
            return whole(reply, protocol.form(failure).status(), JSON, protocol.errorBody(failure));
        }
        Body.Raw raw = (Body.Raw) body;
        return raw.contentType().equals(EVENTS)
                ? stream(reply, Event.recorded(raw.text()))
                : whole(reply, 200, raw.contentType(), raw.text());
    }

    private boolean deliver(Message message, Reply reply) throws IOException {
        RecordedRequest request = exchange.request();
        if (spoken == null) {
            return deliver(Reply.unscripted("no protocol is spoken on " + request.path()));
        }
        boolean streaming;
        try {
            streaming = request.streaming();
        } catch (IllegalArgumentException ex) {
            return deliver(Reply.error(ProviderError.BAD_REQUEST));
        }
        return streaming
                ? stream(reply, protocol.events(message, request))
                : whole(reply, 200, JSON, protocol.body(message, request));
    }

    private boolean whole(Reply reply, int naturalStatus, String contentType, String body) throws IOException {
        for (Fault fault : reply.faults()) {
            Body.Failure failure = fault.failure();
            if (failure != null) {
                return deliver(reply.failingWith(failure));
            }
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        int middle = bytes.length / 2;
        boolean breaksOff = has(reply, Fault.Kind.END) || has(reply, Fault.Kind.MALFORMED);
        out.head(reply.statusOr(naturalStatus), headers(reply, contentType), breaksOff ? middle : bytes.length);
        if (has(reply, Fault.Kind.STALL) || has(reply, Fault.Kind.CUT)) {
            out.bytes(bytes, 0, middle);
        }
        for (Fault fault : reply.faults()) {
            pass(fault.gate());
        }
        if (has(reply, Fault.Kind.CUT)) {
            return cut();
        }
        exchange.finishing();
        int written = has(reply, Fault.Kind.STALL) ? middle : 0;
        out.bytes(bytes, written, breaksOff ? middle : bytes.length);
        return answered(reply);
    }

    private boolean stream(Reply reply, List<Event> events) throws IOException {
        long deltas = events.stream().filter(Event::delta).count();
        for (Fault fault : reply.faults()) {
            if (fault.after() > deltas) {
                return deliver(
                        Reply.unscripted("a fault waits for delta " + fault.after() + ", but the reply has " + deltas));
            }
        }
        List<StreamPlan.Step> steps = StreamPlan.of(events, reply.faults(), protocol);
        out.chunkedHead(reply.statusOr(200), headers(reply, EVENTS));
        for (int i = 0; i < steps.size(); i++) {
            StreamPlan.Step step = steps.get(i);
            if (step.cut()) {
                out.halfChunk(step.event().text());
                return cut();
            }
            if (step.gate() != null) {
                pass(step.gate());
                continue;
            }
            if (i + 1 == steps.size()) {
                exchange.finishing();
            }
            out.chunk(step.event().text());
            exchange.wrote(step.event());
        }
        exchange.finishing();
        out.lastChunk();
        return answered(reply);
    }

    private void pass(@Nullable Gate gate) throws IOException {
        if (gate == null) {
            return;
        }
        gate.pass(connection.gone());
        if (connection.gone().isDone()) {
            throw new IOException("the client left while the answer stood at a gate");
        }
    }

    private boolean cut() {
        exchange.end(Ending.Kind.CUT);
        connection.close();
        return false;
    }

    private boolean answered(Reply reply) {
        exchange.end(Ending.Kind.ANSWERED);
        return !exchange.request().asksToClose();
    }

    private Map<String, String> headers(Reply reply, String contentType) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.put("Content-Type", contentType);
        headers.put(
                spoken instanceof AnthropicProtocol ? "request-id" : "x-request-id",
                "req_" + exchange.request().number());
        headers.putAll(reply.headers());
        return headers;
    }

    private static boolean has(Reply reply, Fault.Kind kind) {
        return reply.faults().stream().anyMatch(fault -> fault.kind() == kind);
    }
}
