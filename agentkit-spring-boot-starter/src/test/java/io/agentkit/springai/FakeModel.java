package io.agentkit.springai;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import reactor.core.publisher.Flux;

/** A Spring AI model that answers from a script and keeps the prompts. Thread-safe. */
final class FakeModel implements ChatModel {

    private final Deque<Object> script = new ArrayDeque<>();
    private final List<Prompt> prompts = new ArrayList<>();

    synchronized FakeModel answer(Object... responsesStreamsOrFailures) {
        script.addAll(List.of(responsesStreamsOrFailures));
        return this;
    }

    /** Options that can carry tools, as those of every provider. */
    @Override
    public ChatOptions getOptions() {
        return ToolCallingChatOptions.builder().build();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        Object step = next(prompt);
        if (step instanceof RuntimeException failure) {
            throw failure;
        }
        return (ChatResponse) step;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Flux<ChatResponse> stream(Prompt prompt) {
        Object step = next(prompt);
        return step instanceof RuntimeException failure ? Flux.error(failure) : (Flux<ChatResponse>) step;
    }

    private synchronized Object next(Prompt prompt) {
        prompts.add(prompt);
        Object step = script.size() > 1 ? script.poll() : script.peek();
        if (step == null) {
            throw new AssertionError("The script is empty");
        }
        return step;
    }

    synchronized List<Prompt> prompts() {
        return List.copyOf(prompts);
    }

    /** A whole answer, with usage 100 in, 20 out. */
    static ChatResponse response(String text) {
        return new ChatResponse(
                List.of(new Generation(
                        new AssistantMessage(text),
                        ChatGenerationMetadata.builder().finishReason("STOP").build())),
                metadata());
    }

    static ChatResponse toolCall(String id, String name, String arguments) {
        AssistantMessage message = AssistantMessage.builder()
                .content("")
                .toolCalls(List.of(new AssistantMessage.ToolCall(id, "function", name, arguments)))
                .build();
        return new ChatResponse(
                List.of(new Generation(
                        message,
                        ChatGenerationMetadata.builder()
                                .finishReason("TOOL_CALLS")
                                .build())),
                metadata());
    }

    static ChatResponse chunk(String text) {
        return new ChatResponse(List.of(new Generation(new AssistantMessage(text))));
    }

    static ChatResponse chunk(String text, Map<String, Object> metadata) {
        return new ChatResponse(List.of(new Generation(
                AssistantMessage.builder().content(text).properties(metadata).build())));
    }

    /** The chunk that ends a stream as OpenAI does it: no generation, only the count. */
    static ChatResponse usageChunk() {
        return new ChatResponse(List.of(), metadata());
    }

    static ChatResponse finishChunk() {
        return new ChatResponse(List.of(new Generation(
                new AssistantMessage(""),
                ChatGenerationMetadata.builder().finishReason("STOP").build())));
    }

    static Flux<ChatResponse> chunks(String... pieces) {
        List<ChatResponse> chunks = new ArrayList<>();
        for (String piece : pieces) {
            chunks.add(chunk(piece));
        }
        chunks.add(finishChunk());
        chunks.add(usageChunk());
        return Flux.fromIterable(chunks);
    }

    private static ChatResponseMetadata metadata() {
        return ChatResponseMetadata.builder()
                .model("fake-1")
                .usage(new DefaultUsage(100, 20))
                .build();
    }
}
