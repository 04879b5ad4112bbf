package io.agentkit.sample.demo;

import io.agentkit.sample.demo.DemoReply.Pace;
import java.time.Duration;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import reactor.core.publisher.Flux;
import tools.jackson.databind.json.JsonMapper;

/**
 * A chat model without network and key that behaves like a real one where it matters here: it streams, asks for tools, reports usage, and
 * fails, dawdles or stalls on demand. The same questions give the same answers. Thread-safe.
 */
public final class DemoModel implements ChatModel {

    /** What the price list knows it by. */
    public static final String NAME = "demo-model";

    private static final int SLOWNESS = 10;

    // A request that states its maximum reserves no more than that from a budget.
    private final ChatOptions options =
            ToolCallingChatOptions.builder().model(NAME).maxTokens(400).build();

    private final DemoTokens tokens = new DemoTokens();
    private final DemoScript script;
    private final Duration wordDelay;

    /**
     * @param wordDelay the time between two words; zero for none
     */
    public DemoModel(JsonMapper json, Duration wordDelay) {
        script = new DemoScript(json);
        this.wordDelay = wordDelay;
    }

    @Override
    public ChatOptions getOptions() {
        return options;
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        DemoPrompt asked = DemoPrompt.of(prompt);
        DemoReply reply = script.replyTo(asked);
        spoken(reply).blockLast();
        return last(reply.text(), reply, tokens.usage(asked, reply));
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
        return Flux.defer(() -> {
            DemoPrompt asked = DemoPrompt.of(prompt);
            DemoReply reply = script.replyTo(asked);
            return spoken(reply)
                    .map(DemoModel::piece)
                    .concatWith(Flux.defer(() -> Flux.just(last("", reply, tokens.usage(asked, reply)))));
        });
    }

    private Flux<String> spoken(DemoReply reply) {
        Duration delay = reply.pace() == Pace.SLOW ? wordDelay.multipliedBy(SLOWNESS) : wordDelay;
        Flux<String> words = Flux.fromIterable(reply.words());
        Flux<String> paced = delay.isZero() ? words : words.delayElements(delay);
        return reply.pace() == Pace.STALLED ? paced.concatWith(Flux.never()) : paced;
    }

    private static ChatResponse piece(String text) {
        return new ChatResponse(
                List.of(new Generation(new AssistantMessage(text))),
                ChatResponseMetadata.builder().model(NAME).build());
    }

    private static ChatResponse last(String text, DemoReply reply, Usage usage) {
        AssistantMessage message = AssistantMessage.builder()
                .content(text)
                .toolCalls(reply.toolCalls())
                .build();
        String finish = reply.toolCalls().isEmpty() ? "stop" : "tool_calls";
        return new ChatResponse(
                List.of(new Generation(
                        message,
                        ChatGenerationMetadata.builder().finishReason(finish).build())),
                ChatResponseMetadata.builder().model(NAME).usage(usage).build());
    }
}
