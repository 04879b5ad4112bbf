package io.agentkit.springai;

import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** A view over a chunk of a stream: 24 bytes a delta. */
final class ResponseDelta extends Delta {

    /** There is no reasoning in this chunk. */
    static final int NO_REASONING = -1;

    private final ChatResponse response;

    private final String text;

    private final int reasoningFrom;

    /**
     * @param text what the chunk adds to the answer
     * @param reasoningFrom where in the reasoning so far, which the chunk repeats, its own part begins
     */
    ResponseDelta(ChatResponse response, String text, int reasoningFrom) {
        this.response = response;
        this.text = text;
        this.reasoningFrom = reasoningFrom;
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public @Nullable String reasoning() {
        Generation answer = reasoningFrom == NO_REASONING ? null : Answer.of(response);
        return answer != null && answer.getOutput().getMetadata().get(Answer.REASONING) instanceof String all
                ? all.substring(reasoningFrom)
                : null;
    }

    @Override
    public List<ToolCall> toolCalls() {
        Generation answer = Answer.of(response);
        return answer == null ? List.of() : MessageReader.toolCalls(answer.getOutput());
    }

    /** A content chunk's zeros say nothing: the count comes in a chunk of its own, or in the last one. */
    @Override
    public @Nullable Usage usage() {
        Usage usage = UsageReaders.read(response.getMetadata().getUsage());
        return usage == null || usage.isZero() ? null : usage;
    }

    @Override
    public @Nullable FinishReason finishReason() {
        Generation answer = Answer.of(response);
        String word = answer == null ? null : answer.getMetadata().getFinishReason();
        return word == null || word.isEmpty() ? null : FinishReason.of(word);
    }

    @Override
    public @Nullable String model() {
        return ReplyReader.model(response);
    }

    @Override
    public boolean hasMedia() {
        Generation answer = Answer.of(response);
        return answer != null && !answer.getOutput().getMedia().isEmpty();
    }

    @Override
    public Object nativeDelta() {
        return response;
    }
}
