package io.agentkit.testserver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the server answers to one request, on either protocol, as one body or as a stream; immutable.
 *
 * <p>{@code Reply.chunks("He", "llo").usage(u -> u.uncached(20).cacheRead(80).output(7)).stallAfter(1, gate)}
 *
 * <p>Faults named {@code …After(n, …)} happen in a stream after n content deltas: a piece of text or of thinking is one
 * delta, the arguments of a tool call are two. With 0 they happen after the opening events and before the first delta. A
 * reply may have several. In an answer that is no stream n is ignored: stall and cut happen in the middle of the body,
 * error is sent as the whole answer, end and malformed send half of the body as if it were all.
 */
public final class Reply {

    private static final int NATURAL = 0;
    private static final int TEAPOT = 418;

    private final Body body;
    private final int status;
    private final Map<String, String> headers;
    private final @Nullable Gate headGate;
    private final boolean dropped;
    private final List<Fault> faults;

    private Reply(
            Body body,
            int status,
            Map<String, String> headers,
            @Nullable Gate headGate,
            boolean dropped,
            List<Fault> faults) {
        this.body = body;
        this.status = status;
        this.headers = headers;
        this.headGate = headGate;
        this.dropped = dropped;
        this.faults = faults;
    }

    /** An assistant's text; a stream sends it in one delta. */
    public static Reply text(String text) {
        return chunks(text);
    }

    /** An assistant's text in pieces; a stream sends each in a delta of its own. */
    public static Reply chunks(String... pieces) {
        return of(Message.EMPTY.endingWith(Part.text(List.of(pieces))));
    }

    /** An assistant's request to run one tool; {@code arguments} is JSON, but may be broken on purpose. */
    public static Reply toolCall(String id, String name, String arguments) {
        return of(Message.EMPTY).andToolCall(id, name, arguments);
    }

    /** A known error in the form of the protocol asked. */
    public static Reply error(ProviderError error) {
        return of(error.failure());
    }

    /** Any error; OpenAI clients see {@code type} also as code. */
    public static Reply error(int status, String type, String message) {
        return of(failure(status, type, message));
    }

    /** JSON, or what claims to be, as it is, on any path. */
    public static Reply json(String json) {
        return of(new Body.Raw("application/json", json));
    }

    /** Recorded server-sent events as they are; each event counts as one delta. */
    public static Reply sse(String events) {
        return of(new Body.Raw("text/event-stream", events));
    }

    /** Status 200 and a stream that ends without one event. */
    public static Reply emptyStream() {
        return sse("");
    }

    /** A TCP reset instead of an answer. */
    public static Reply dropped() {
        return new Reply(Message.EMPTY, NATURAL, Map.of(), null, true, List.of());
    }

    static Reply unscripted(String why) {
        return error(TEAPOT, "unscripted", "ProviderServer: " + why);
    }

    /** Adds one more tool call. */
    public Reply andToolCall(String id, String name, String arguments) {
        return with(message().endingWith(Part.toolCall(id, name, arguments)));
    }

    /** Adds text after what is there already. */
    public Reply andText(String... pieces) {
        return with(message().endingWith(Part.text(List.of(pieces))));
    }

    /** Puts thinking before what is there already: a block at Anthropic, {@code reasoning_content} at OpenAI. */
    public Reply thinking(String... pieces) {
        return with(message().startingWith(Part.thinking(List.of(pieces))));
    }

    /** Reports these tokens, counted from zero. Default: 10 uncached, 5 output. */
    public Reply usage(UnaryOperator<Tokens> counts) {
        return with(message().usage(counts.apply(Tokens.NONE), null));
    }

    /** Reports no usage at all. */
    public Reply noUsage() {
        return with(message().usage(null, null));
    }

    /** Reports this JSON object as the usage, for counts that {@link Tokens} cannot say. */
    public Reply usageJson(String json) {
        Json.parse(json);
        return with(message().usage(null, json));
    }

    /** Names the model that answered. Default: the one that the request asked for. */
    public Reply model(String model) {
        return with(message().model(model));
    }

    /** The finish reason in OpenAI's words ({@code length}, {@code content_filter}, …), translated for Anthropic. */
    public Reply finish(String reason) {
        return with(message().finish(reason));
    }

    /** Leaves out the event that ends a stream, {@code [DONE]} or {@code message_stop}; the finish reason stays. */
    public Reply unterminated() {
        return with(message().unterminated());
    }

    /** Replaces the status: an error object under 200, or a message under any. */
    public Reply status(int status) {
        return new Reply(body, status, headers, headGate, dropped, faults);
    }

    /** Adds a response header. */
    public Reply header(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Reply(body, status, more, headGate, dropped, faults);
    }

    /** Sends nothing, not even the status line, before the gate opens. */
    public Reply stallHeaders(Gate gate) {
        return new Reply(body, status, headers, gate, dropped, faults);
    }

    /** Sends nothing more before the gate opens, then goes on. */
    public Reply stallAfter(int deltas, Gate gate) {
        return fault(new Fault(Fault.Kind.STALL, deltas, gate, null));
    }

    /** Closes the connection in the middle of the next event. */
    public Reply cutAfter(int deltas) {
        return fault(new Fault(Fault.Kind.CUT, deltas, null, null));
    }

    /** Ends the stream in an orderly way, without a finish reason. */
    public Reply endAfter(int deltas) {
        return fault(new Fault(Fault.Kind.END, deltas, null, null));
    }

    /** Sends an error event and ends the stream. */
    public Reply errorAfter(int deltas, ProviderError error) {
        return fault(new Fault(Fault.Kind.ERROR, deltas, null, error.failure()));
    }

    /** Sends an error event and ends the stream; OpenAI clients see {@code type} also as code. */
    public Reply errorAfter(int deltas, String type, String message) {
        return fault(new Fault(Fault.Kind.ERROR, deltas, null, failure(500, type, message)));
    }

    /** Sends an event whose JSON breaks off, then goes on. */
    public Reply malformedAfter(int deltas) {
        return fault(new Fault(Fault.Kind.MALFORMED, deltas, null, null));
    }

    Body body() {
        return body;
    }

    int statusOr(int natural) {
        return status == NATURAL ? natural : status;
    }

    Map<String, String> headers() {
        return headers;
    }

    @Nullable
    Gate headGate() {
        return headGate;
    }

    boolean isDropped() {
        return dropped;
    }

    List<Fault> faults() {
        return faults;
    }

    /** This failure at once, with the headers of this reply. */
    Reply failingWith(Body.Failure failure) {
        return new Reply(failure, NATURAL, headers, null, false, List.of());
    }

    private Message message() {
        if (body instanceof Message message) {
            return message;
        }
        throw new IllegalStateException("only a reply of text or tool calls has this");
    }

    private Reply with(Message message) {
        return new Reply(message, status, headers, headGate, dropped, faults);
    }

    private Reply fault(Fault fault) {
        List<Fault> more = new ArrayList<>(faults);
        more.add(fault);
        return new Reply(body, status, headers, headGate, dropped, List.copyOf(more));
    }

    private static Body.Failure failure(int status, String type, String message) {
        Body.ErrorForm form = new Body.ErrorForm(status, type, type);
        return new Body.Failure(form, form, message);
    }

    private static Reply of(Body body) {
        return new Reply(body, NATURAL, Map.of(), null, false, List.of());
    }
}
