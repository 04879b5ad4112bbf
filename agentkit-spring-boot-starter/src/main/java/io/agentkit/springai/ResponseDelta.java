package io.agentkit.springai;

import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.ReplyAssembler;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** A view over a chunk of a stream: 16 bytes a delta, and nothing is read of the chunk before somebody asks. */
class ResponseDelta extends Delta {

    private final ChatResponse response;

    ResponseDelta(ChatResponse response) {
        this.response = response;
    }

    private @Nullable Generation answer() {
        return Answer.of(response);
    }

    @Override
    public final String text() {
        Generation answer = answer();
        return answer == null ? "" : text(answer);
    }

    @Override
    public final @Nullable String reasoning() {
        Generation answer = answer();
        return answer == null ? null : reasoning(answer);
    }

    String text(Generation answer) {
        return MessageReader.text(answer.getOutput().getText());
    }

    @Nullable
    String reasoning(Generation answer) {
        return null;
    }

    @Override
    public final List<ToolCall> toolCalls() {
        Generation answer = answer();
        return answer == null ? List.of() : MessageReader.toolCalls(answer.getOutput());
    }

    /** A content chunk's zeros say nothing: the count comes in a chunk of its own, or in the last one. */
    @Override
    public final @Nullable Usage usage() {
        return usage(response.getMetadata());
    }

    private static @Nullable Usage usage(ChatResponseMetadata metadata) {
        Usage usage = UsageReaders.read(metadata);
        return usage == null || usage.isZero() ? null : usage;
    }

    @Override
    public final @Nullable FinishReason finishReason() {
        Generation answer = answer();
        return answer == null ? null : finishReason(answer);
    }

    private static @Nullable FinishReason finishReason(Generation answer) {
        String word = answer.getMetadata().getFinishReason();
        return word == null || word.isEmpty() ? null : FinishReason.of(word);
    }

    @Override
    public final @Nullable String model() {
        return ResponseReply.model(response);
    }

    @Override
    public final boolean hasMedia() {
        Generation answer = answer();
        return answer != null && !answer.getOutput().getMedia().isEmpty();
    }

    /** As the methods above, with one look for the answer. */
    @Override
    protected final void addTo(ReplyAssembler assembler) {
        Generation answer = answer();
        if (answer != null) {
            AssistantMessage message = answer.getOutput();
            assembler.addText(text(answer));
            assembler.addReasoning(reasoning(answer));
            if (message.hasToolCalls()) {
                assembler.addToolCalls(MessageReader.toolCalls(message));
            }
            if (!message.getMedia().isEmpty()) {
                assembler.addMedia();
            }
            assembler.replaceFinishReason(finishReason(answer));
        }
        ChatResponseMetadata metadata = response.getMetadata();
        assembler.replaceUsage(usage(metadata));
        assembler.replaceModel(metadata.getModel());
    }

    @Override
    public final Object nativeDelta() {
        return response;
    }
}
