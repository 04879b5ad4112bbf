package io.agentkit.test;

import io.agentkit.chat.Media;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A transcript in a line of JSON:
 *
 * <pre>{@code
 * {"name": "a call with its result", "breaks": [], "messages": [
 *   {"role": "user", "text": "weather?", "media": ["image/png"]},
 *   {"role": "assistant", "text": "", "calls": [{"id": "a", "name": "weather", "arguments": "{}"}]},
 *   {"role": "tool", "results": [{"id": "a", "name": "weather", "text": "4"}]}]}
 * }</pre>
 *
 * <p>Only {@code messages} and {@code role} have to be there.
 *
 * @param name what it is an example of
 * @param breaks the rules that it breaks
 * @param messages the transcript
 */
public record TranscriptCase(String name, Set<TranscriptRule> breaks, List<Message> messages) {

    private static final JsonMapper JSON = JsonMapper.shared();

    /** Those that come with the test kit: every rule broken, and what is unusual but right. */
    public static List<TranscriptCase> known() {
        try (InputStream lines = TranscriptCase.class.getResourceAsStream("transcripts.jsonl")) {
            return new String(lines.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(TranscriptCase::of)
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** @throws IllegalArgumentException when the line says something else */
    public static TranscriptCase of(String line) {
        JsonNode read = JSON.readTree(line);
        if (!read.path("messages").isArray()) {
            throw new IllegalArgumentException("'messages' must be a list");
        }
        Set<TranscriptRule> breaks = EnumSet.noneOf(TranscriptRule.class);
        read.path("breaks").forEach(rule -> breaks.add(TranscriptRule.valueOf(rule.asString())));
        List<Message> messages = new ArrayList<>();
        read.path("messages").forEach(message -> messages.add(message(message)));
        return new TranscriptCase(text(read, "name"), breaks, messages);
    }

    private static Message message(JsonNode read) {
        Message.Role role = Message.Role.valueOf(text(read, "role").toUpperCase(Locale.ROOT));
        List<Media> media = new ArrayList<>();
        read.path("media").forEach(type -> media.add(new Media(type.asString(), "")));
        List<ToolCall> calls = new ArrayList<>();
        read.path("calls")
                .forEach(
                        call -> calls.add(new ToolCall(text(call, "id"), text(call, "name"), text(call, "arguments"))));
        List<ToolOutput> results = new ArrayList<>();
        read.path("results")
                .forEach(result ->
                        results.add(new ToolOutput(text(result, "id"), text(result, "name"), text(result, "text"))));
        return switch (role) {
            case SYSTEM -> Message.system(text(read, "text"));
            case USER -> Message.user(text(read, "text"), media);
            case ASSISTANT ->
                media.isEmpty()
                        ? Message.assistant(text(read, "text"), calls)
                        : Message.view(role, text(read, "text"), media, calls, List.of(), read);
            case TOOL -> Message.tool(results.toArray(ToolOutput[]::new));
        };
    }

    private static String text(JsonNode read, String name) {
        return read.path(name).asString("");
    }

    @Override
    public String toString() {
        return name;
    }
}
