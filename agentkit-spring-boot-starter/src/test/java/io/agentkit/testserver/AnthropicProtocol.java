package io.agentkit.testserver;

import static io.agentkit.testserver.JsonWriter.array;
import static io.agentkit.testserver.JsonWriter.object;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Anthropic's messages. */
final class AnthropicProtocol implements Protocol {

    private static final String SIGNATURE = "c2lnbmF0dXJl";

    @Override
    public String body(Message message, RecordedRequest request) {
        List<@Nullable Object> content = new ArrayList<>();
        message.parts().forEach(part -> content.add(block(part, part.whole(), SIGNATURE, input(part))));
        Map<String, @Nullable Object> body = head(message, request, content, finish(message));
        Object usage = usage(message);
        if (usage != null) {
            body.put("usage", usage);
        }
        return JsonWriter.write(body);
    }

    @Override
    public List<Event> events(Message message, RecordedRequest request) {
        List<Event> events = new ArrayList<>();
        Map<String, @Nullable Object> start = head(message, request, array(), null);
        Object opening = openingUsage(message);
        if (opening != null) {
            start.put("usage", opening);
        }
        events.add(event("message_start", object("message", start), false));
        events.add(event("ping", object(), false));
        int index = 0;
        for (Part part : message.parts()) {
            addBlock(events, part, index++);
        }
        Map<String, @Nullable Object> end =
                object("delta", object("stop_reason", finish(message), "stop_sequence", null));
        Object usage = usage(message);
        if (usage != null) {
            end.put("usage", usage);
        }
        events.add(event("message_delta", end, false));
        if (message.terminated()) {
            events.add(event("message_stop", object(), false));
        }
        return events;
    }

    @Override
    public Body.ErrorForm form(Body.Failure failure) {
        return failure.anthropic();
    }

    @Override
    public String errorBody(Body.Failure failure) {
        return JsonWriter.write(object(
                "type",
                "error",
                "error",
                object("type", form(failure).type(), "message", failure.message()),
                "request_id",
                "req_test"));
    }

    @Override
    public Event errorEvent(Body.Failure failure) {
        return Event.named("error", errorBody(failure), false);
    }

    @Override
    public Event malformedEvent() {
        return Event.named(
                "content_block_delta", "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":", false);
    }

    private static Map<String, @Nullable Object> head(
            Message message, RecordedRequest request, List<@Nullable Object> content, @Nullable String finish) {
        return object(
                "id",
                "msg_" + request.number(),
                "type",
                "message",
                "role",
                "assistant",
                "model",
                message.modelOr(request),
                "content",
                content,
                "stop_reason",
                finish,
                "stop_sequence",
                null);
    }

    private static void addBlock(List<Event> events, Part part, int index) {
        Map<String, @Nullable Object> opening = block(part, "", "", object());
        events.add(event("content_block_start", object("index", index, "content_block", opening), false));
        for (String piece : part.pieces()) {
            events.add(event("content_block_delta", object("index", index, "delta", delta(part, piece)), true));
        }
        if (part.kind() == Part.Kind.THINKING) {
            Map<String, @Nullable Object> signature = object("type", "signature_delta", "signature", SIGNATURE);
            events.add(event("content_block_delta", object("index", index, "delta", signature), false));
        }
        events.add(event("content_block_stop", object("index", index), false));
    }

    private static Map<String, @Nullable Object> block(
            Part part, String text, String signature, @Nullable Object input) {
        switch (part.kind()) {
            case TEXT:
                return object("type", "text", "text", text);
            case THINKING:
                return object("type", "thinking", "thinking", text, "signature", signature);
            default:
                return object("type", "tool_use", "id", part.id(), "name", part.name(), "input", input);
        }
    }

    private static Map<String, @Nullable Object> delta(Part part, String piece) {
        switch (part.kind()) {
            case TEXT:
                return object("type", "text_delta", "text", piece);
            case THINKING:
                return object("type", "thinking_delta", "thinking", piece);
            default:
                return object("type", "input_json_delta", "partial_json", piece);
        }
    }

    /** In a whole body the arguments are an object; broken ones can go as a string only, or in a stream. */
    private static @Nullable Object input(Part part) {
        if (part.kind() != Part.Kind.TOOL_CALL) {
            return null;
        }
        try {
            return JsonReader.read(part.whole());
        } catch (IllegalArgumentException ex) {
            return part.whole();
        }
    }

    private static String finish(Message message) {
        String given = message.finish();
        if (given == null) {
            return message.all(Part.Kind.TOOL_CALL).isEmpty() ? "end_turn" : "tool_use";
        }
        switch (given) {
            case "stop":
                return "end_turn";
            case "length":
                return "max_tokens";
            case "tool_calls":
                return "tool_use";
            case "content_filter":
                return "refusal";
            default:
                return given;
        }
    }

    private static @Nullable Object usage(Message message) {
        String raw = message.rawUsage();
        if (raw != null) {
            return JsonReader.read(raw);
        }
        Tokens tokens = message.tokens();
        if (tokens == null) {
            return null;
        }
        Map<String, @Nullable Object> usage = inputUsage(tokens);
        usage.put("output_tokens", tokens.output());
        if (tokens.reasoning() > 0) {
            usage.put("output_tokens_details", object("thinking_tokens", tokens.reasoning()));
        }
        return usage;
    }

    /** The usage of message_start: the input is known, of the output one token is; message_delta repeats it in full. */
    private static @Nullable Object openingUsage(Message message) {
        Tokens tokens = message.tokens();
        if (tokens == null) {
            return usage(message);
        }
        Map<String, @Nullable Object> usage = inputUsage(tokens);
        usage.put("output_tokens", Math.min(1, tokens.output()));
        return usage;
    }

    private static Map<String, @Nullable Object> inputUsage(Tokens tokens) {
        return object(
                "input_tokens",
                tokens.uncached(),
                "cache_creation_input_tokens",
                tokens.cacheWrite(),
                "cache_read_input_tokens",
                tokens.cacheRead());
    }

    private static Event event(String type, Map<String, @Nullable Object> data, boolean counts) {
        Map<String, @Nullable Object> typed = object("type", type);
        typed.putAll(data);
        return Event.named(type, JsonWriter.write(typed), counts);
    }
}
