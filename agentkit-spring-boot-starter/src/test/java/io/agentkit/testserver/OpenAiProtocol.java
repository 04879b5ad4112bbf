package io.agentkit.testserver;

import static io.agentkit.testserver.JsonWriter.array;
import static io.agentkit.testserver.JsonWriter.object;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** OpenAI's chat completions. */
final class OpenAiProtocol implements Protocol {

    /** Any fixed moment: an answer must not depend on the clock. */
    private static final long CREATED = 1_760_000_000L;

    @Override
    public String body(Message message, RecordedRequest request) {
        List<@Nullable Object> calls = new ArrayList<>();
        for (Part call : message.all(Part.Kind.TOOL_CALL)) {
            calls.add(toolCall(call, call.whole()));
        }
        String text = whole(message, Part.Kind.TEXT);
        Map<String, @Nullable Object> assistant = object(
                "role", "assistant", "content", text.isEmpty() && !calls.isEmpty() ? null : text, "refusal", null);
        if (!message.all(Part.Kind.THINKING).isEmpty()) {
            assistant.put("reasoning_content", whole(message, Part.Kind.THINKING));
        }
        if (!calls.isEmpty()) {
            assistant.put("tool_calls", calls);
        }
        Map<String, @Nullable Object> choice =
                object("index", 0, "message", assistant, "logprobs", null, "finish_reason", finish(message));
        Map<String, @Nullable Object> body = head("chat.completion", message, request, array(choice));
        Object usage = usage(message);
        if (usage != null) {
            body.put("usage", usage);
        }
        return JsonWriter.write(body);
    }

    @Override
    public List<Event> events(Message message, RecordedRequest request) {
        Chunks chunks = new Chunks(message, request);
        boolean silent = message.all(Part.Kind.TEXT).isEmpty();
        chunks.add(object("role", "assistant", "content", silent ? null : "", "refusal", null), null, false);
        int calls = 0;
        for (Part part : message.parts()) {
            if (part.kind() == Part.Kind.TOOL_CALL) {
                chunks.addToolCall(part, calls++);
                continue;
            }
            String field = part.kind() == Part.Kind.TEXT ? "content" : "reasoning_content";
            part.pieces().forEach(piece -> chunks.add(object(field, piece), null, true));
        }
        chunks.add(object(), finish(message), false);
        chunks.addUsage();
        if (message.terminated()) {
            chunks.events.add(Event.data("[DONE]", false));
        }
        return chunks.events;
    }

    @Override
    public Body.ErrorForm form(Body.Failure failure) {
        return failure.openAi();
    }

    @Override
    public String errorBody(Body.Failure failure) {
        Body.ErrorForm form = form(failure);
        return JsonWriter.write(object(
                "error",
                object("message", failure.message(), "type", form.type(), "param", null, "code", form.code())));
    }

    @Override
    public Event errorEvent(Body.Failure failure) {
        return Event.data(errorBody(failure), false);
    }

    @Override
    public Event malformedEvent() {
        return Event.data("{\"id\":\"chatcmpl-broken\",\"choices\":[{\"index\":0,\"delta\":{\"content\":", false);
    }

    private static Map<String, @Nullable Object> head(
            String object, Message message, RecordedRequest request, List<@Nullable Object> choices) {
        return object(
                "id",
                "chatcmpl-" + request.number(),
                "object",
                object,
                "created",
                CREATED,
                "model",
                message.modelOr(request),
                "service_tier",
                "default",
                "choices",
                choices);
    }

    private static Map<String, @Nullable Object> toolCall(Part call, String arguments) {
        return object(
                "id", call.id(), "type", "function", "function", object("name", call.name(), "arguments", arguments));
    }

    private static String finish(Message message) {
        String given = message.finish();
        if (given != null) {
            return given;
        }
        return message.all(Part.Kind.TOOL_CALL).isEmpty() ? "stop" : "tool_calls";
    }

    private static String whole(Message message, Part.Kind kind) {
        StringBuilder whole = new StringBuilder();
        message.all(kind).forEach(part -> whole.append(part.whole()));
        return whole.toString();
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
        int prompt = tokens.uncached() + tokens.cacheRead() + tokens.cacheWrite();
        Map<String, @Nullable Object> prompts = object("cached_tokens", tokens.cacheRead(), "audio_tokens", 0);
        if (tokens.cacheWrite() > 0) {
            prompts.put("cache_write_tokens", tokens.cacheWrite());
        }
        return object(
                "prompt_tokens",
                prompt,
                "completion_tokens",
                tokens.output(),
                "total_tokens",
                prompt + tokens.output(),
                "prompt_tokens_details",
                prompts,
                "completion_tokens_details",
                object("reasoning_tokens", tokens.reasoning(), "audio_tokens", 0));
    }

    /** The chunks of one stream, which all repeat the same head. */
    private static final class Chunks {

        private final List<Event> events = new ArrayList<>();
        private final Message message;
        private final RecordedRequest request;
        private final boolean withUsage;

        Chunks(Message message, RecordedRequest request) {
            this.message = message;
            this.request = request;
            this.withUsage = request.json().at("/stream_options/include_usage").isTrue();
        }

        void add(Map<String, @Nullable Object> delta, @Nullable String finish, boolean counts) {
            Map<String, @Nullable Object> choice =
                    object("index", 0, "delta", delta, "logprobs", null, "finish_reason", finish);
            add(array(choice), null, counts);
        }

        void addToolCall(Part call, int index) {
            Map<String, @Nullable Object> opening = object("index", index);
            opening.putAll(toolCall(call, ""));
            add(object("tool_calls", array(opening)), null, false);
            for (String piece : call.pieces()) {
                Map<String, @Nullable Object> fragment = object("index", index, "function", object("arguments", piece));
                add(object("tool_calls", array(fragment)), null, true);
            }
        }

        /** As the provider: one more chunk without choices, and only when the client asked for it. */
        void addUsage() {
            Object usage = usage(message);
            if (withUsage && usage != null) {
                add(array(), usage, false);
            }
        }

        private void add(List<@Nullable Object> choices, @Nullable Object usage, boolean counts) {
            Map<String, @Nullable Object> chunk = head("chat.completion.chunk", message, request, choices);
            if (withUsage) {
                chunk.put("usage", usage);
            }
            events.add(Event.data(JsonWriter.write(chunk), counts));
        }
    }
}
