package io.agentkit.springai;

import io.agentkit.chat.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/**
 * What a response says besides the answer's text and tools, in names and values: enough to make an equal response of it, with maps of its own,
 * for another call. Usage, the provider's limits and its own objects for both stay behind.
 */
final class ReplyDetails {

    private static final String ID = "id";
    private static final String METADATA = "metadata";
    private static final String GENERATIONS = "generations";
    private static final String TEXT = "text";
    private static final String PROPERTIES = "properties";
    private static final String FINISH = "finish";
    private static final String FILTERS = "filters";
    private static final String CALLS = "calls";

    private ReplyDetails() {}

    /** Null when there is media in it. */
    static @Nullable Map<String, Object> read(ChatResponse response, Generation answer) {
        List<Object> generations = new ArrayList<>(response.getResults().size());
        for (Generation generation : response.getResults()) {
            if (!generation.getOutput().getMedia().isEmpty()) {
                return null;
            }
            generations.add(read(generation, generation == answer));
        }
        Map<String, Object> details = new LinkedHashMap<>();
        ChatResponseMetadata metadata = response.getMetadata();
        details.put(ID, metadata.getId());
        details.put(METADATA, entries(metadata.entrySet()));
        details.put(GENERATIONS, generations);
        return details;
    }

    /** Without text and tools of the answer, which are shown elsewhere. */
    private static Map<String, Object> read(Generation generation, boolean isAnswer) {
        AssistantMessage message = generation.getOutput();
        ChatGenerationMetadata metadata = generation.getMetadata();
        Map<String, Object> details = new LinkedHashMap<>();
        if (!isAnswer) {
            details.put(TEXT, MessageReader.text(message.getText()));
            details.put(
                    CALLS,
                    message.getToolCalls().stream().map(ReplyDetails::read).toList());
        }
        details.put(PROPERTIES, map(message.getMetadata()));
        if (metadata.getFinishReason() != null) {
            details.put(FINISH, metadata.getFinishReason());
        }
        details.put(FILTERS, new ArrayList<>(metadata.getContentFilters()));
        details.put(METADATA, entries(metadata.entrySet()));
        // The type of a message goes with the message.
        ((Map<?, ?>) details.get(PROPERTIES)).remove("messageType");
        return details;
    }

    private static List<String> read(AssistantMessage.ToolCall call) {
        return List.of(
                MessageReader.text(call.id()),
                MessageReader.text(call.type()),
                MessageReader.text(call.name()),
                MessageReader.text(call.arguments()));
    }

    /** Whoever asked first may change what lists and maps its own response holds. */
    private static Map<String, Object> entries(Set<Map.Entry<String, Object>> entries) {
        Map<String, Object> map = new LinkedHashMap<>();
        entries.forEach(entry -> map.put(entry.getKey(), copy(entry.getValue())));
        return map;
    }

    /** The generations as they were, with the message in place of the answer; none when the details tell of none. */
    static List<Generation> generations(Map<String, Object> details, Message answer) {
        List<Generation> generations = new ArrayList<>();
        for (Object each : list(details.get(GENERATIONS))) {
            generations.add(generation(map(each), answer));
        }
        return generations;
    }

    private static Generation generation(Map<String, Object> details, Message answer) {
        AssistantMessage.Builder<?> message = details.get(TEXT) instanceof String text
                ? AssistantMessage.builder().content(text).toolCalls(calls(details))
                : MessageWriter.assistant(answer, null).mutate();
        ChatGenerationMetadata.Builder metadata = ChatGenerationMetadata.builder();
        if (details.get(FINISH) instanceof String word) {
            metadata.finishReason(word);
        }
        list(details.get(FILTERS)).forEach(filter -> metadata.contentFilter(String.valueOf(filter)));
        map(details.get(METADATA)).forEach(metadata::metadata);
        return new Generation(message.properties(map(details.get(PROPERTIES))).build(), metadata.build());
    }

    private static List<AssistantMessage.ToolCall> calls(Map<String, Object> details) {
        return list(details.get(CALLS)).stream()
                .map(ReplyDetails::list)
                .map(call -> new AssistantMessage.ToolCall(
                        call.get(0).toString(),
                        call.get(1).toString(),
                        call.get(2).toString(),
                        call.get(3).toString()))
                .toList();
    }

    /** Identifier and what else the response said. */
    static void write(Map<String, Object> details, ChatResponseMetadata.Builder metadata) {
        if (details.get(ID) instanceof String id) {
            metadata.id(id);
        }
        map(details.get(METADATA)).forEach(metadata::keyValue);
    }

    /** A copy, whose lists and maps are copies, too. */
    private static Map<String, Object> map(@Nullable Object value) {
        Map<String, Object> copy = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, each) -> {
                if (each != null) {
                    copy.put(String.valueOf(name), copy(each));
                }
            });
        }
        return copy;
    }

    private static List<Object> list(@Nullable Object value) {
        List<Object> copy = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(each -> copy.add(copy(each)));
        }
        return copy;
    }

    private static Object copy(Object value) {
        return value instanceof Map<?, ?> ? map(value) : value instanceof List<?> ? list(value) : value;
    }
}
