package io.agentkit.springai;

import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Message;
import io.agentkit.chat.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** Gives replies and deltas back to Spring AI: unchanged ones as the identical object, others with the metadata that a model would give. */
final class ResponseWriter {

    /** The key in a response's metadata that says an earlier answer was used again. */
    static final String CACHE = "agentkit.cache";

    /** The key that says how many tokens that has saved. */
    static final String SAVED = "agentkit.cache.saved-tokens";

    private ResponseWriter() {}

    static ChatResponse write(ChatReply reply) {
        if (reply.nativeReply() instanceof ChatResponse unchanged) {
            return unchanged;
        }
        if (reply.origin() instanceof ChatResponse origin) {
            return replaced(origin, reply.message());
        }
        return reply.cacheStatus() == CacheStatus.HIT
                ? again(reply)
                : made(reply.message(), reply.reasoning(), reply.finishReason(), reply.model(), reply.usage());
    }

    /** An answer that was used again: it looks as it did when it was new, but has used nothing now. */
    private static ChatResponse again(ChatReply reply) {
        ChatResponse made = made(reply.message(), reply.reasoning(), reply.finishReason(), reply.model(), Usage.NONE);
        Map<String, Object> details = reply.details();
        ChatResponseMetadata.Builder metadata =
                ChatResponseMetadata.builder().usage(made.getMetadata().getUsage());
        if (reply.model() != null) {
            metadata.model(reply.model());
        }
        List<Generation> generations = List.of();
        if (details != null) {
            generations = ReplyDetails.generations(details, reply.message());
            ReplyDetails.write(details, metadata);
        }
        metadata.keyValue(CACHE, CacheStatus.HIT.name());
        Usage saved = reply.usage();
        if (saved != null) {
            metadata.keyValue(SAVED, saved.total());
        }
        return new ChatResponse(generations.isEmpty() ? made.getResults() : generations, metadata.build());
    }

    static ChatResponse write(Delta delta) {
        if (delta.nativeDelta() instanceof ChatResponse unchanged) {
            return unchanged;
        }
        ChatReply whole = delta.wholeReply();
        if (whole != null) {
            return write(whole);
        }
        Delta before = delta.editedFrom();
        Message message = Message.assistant(delta.text(), delta.toolCalls());
        if (before != null && before.nativeDelta() instanceof ChatResponse origin) {
            return replaced(origin, delta.text());
        }
        return made(message, delta.reasoning(), delta.finishReason(), delta.model(), delta.usage());
    }

    private static ChatResponse replaced(ChatResponse origin, Message message) {
        Generation answer = Answer.of(origin);
        AssistantMessage from = answer == null ? null : answer.getOutput();
        return replaced(origin, answer, MessageWriter.assistant(message, from));
    }

    private static ChatResponse replaced(ChatResponse origin, String text) {
        Generation answer = Answer.of(origin);
        AssistantMessage.Builder<?> builder =
                answer == null ? AssistantMessage.builder() : answer.getOutput().mutate();
        return replaced(origin, answer, builder.content(text).build());
    }

    private static ChatResponse replaced(ChatResponse origin, @Nullable Generation answer, AssistantMessage message) {
        List<Generation> generations = new ArrayList<>(origin.getResults().size());
        for (Generation generation : origin.getResults()) {
            generations.add(generation == answer ? new Generation(message, generation.getMetadata()) : generation);
        }
        if (answer == null) {
            generations.add(new Generation(message));
        }
        return ChatResponse.builder().from(origin).generations(generations).build();
    }

    private static ChatResponse made(
            Message message,
            @Nullable String reasoning,
            @Nullable FinishReason finishReason,
            @Nullable String model,
            @Nullable Usage usage) {
        AssistantMessage.Builder<?> output =
                MessageWriter.assistant(message, null).mutate();
        if (reasoning != null) {
            output.properties(Map.of(Answer.REASONING, reasoning));
        }
        Generation generation = finishReason == null
                ? new Generation(output.build())
                : new Generation(
                        output.build(),
                        ChatGenerationMetadata.builder()
                                .finishReason(word(finishReason))
                                .build());
        ChatResponseMetadata.Builder metadata = ChatResponseMetadata.builder();
        if (model != null) {
            metadata.model(model);
        }
        if (usage != null) {
            metadata.usage(usage(usage));
        }
        return new ChatResponse(List.of(generation), metadata.build());
    }

    private static String word(FinishReason reason) {
        return switch (reason) {
            case STOP -> "STOP";
            case TOOL_USE -> "TOOL_CALLS";
            case LENGTH -> "LENGTH";
            case FILTERED -> "CONTENT_FILTER";
            case BUDGET -> "BUDGET";
            case OTHER -> "OTHER";
        };
    }

    private static DefaultUsage usage(Usage usage) {
        return new DefaultUsage(
                count(usage.totalInput()),
                count(usage.output()),
                count(usage.total()),
                usage,
                usage.cacheRead(),
                usage.cacheWrite());
    }

    private static int count(long tokens) {
        return (int) Math.min(tokens, Integer.MAX_VALUE);
    }
}
