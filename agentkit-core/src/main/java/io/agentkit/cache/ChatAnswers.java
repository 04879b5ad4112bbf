package io.agentkit.cache;

import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.FinishReason;
import io.agentkit.money.Money;
import io.agentkit.time.Time;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Answers of models: whole ones only, and such as can be given again with all that they say. */
final class ChatAnswers implements Answers<ChatRequest, ChatReply> {

    private final boolean toolRequests;
    private final Time time;

    /** @param toolRequests whether answers count that ask for tools */
    ChatAnswers(boolean toolRequests, Time time) {
        this.toolRequests = toolRequests;
        this.time = time;
    }

    @Override
    public @Nullable KeptAnswer<ChatReply> keep(ChatReply answer, @Nullable Money usd) {
        Map<String, Object> details = isWhole(answer) ? answer.details() : null;
        if (details == null) {
            return null;
        }
        ChatReply kept = answer.mutate()
                .nativeReply(null)
                .details(details)
                .opaqueParts(false)
                .streamMark(null)
                .cacheStatus(CacheStatus.HIT)
                .build();
        return new ReplyEntry(kept, time.epochMillis(), usd);
    }

    /** What was used again already would be kept for longer than it was meant to; what is cut, withheld or empty is no answer. */
    private boolean isWhole(ChatReply answer) {
        if (answer.cacheStatus() != CacheStatus.NONE || answer.isRefusal()) {
            return false;
        }
        return answer.toolCalls().isEmpty()
                ? answer.finishReason() == FinishReason.STOP && !answer.text().isBlank()
                : toolRequests
                        && (answer.finishReason() == FinishReason.STOP
                                || answer.finishReason() == FinishReason.TOOL_USE);
    }

    @Override
    public @Nullable KeptAnswer<ChatReply> read(CacheEntry entry) {
        return ReplyEntry.read(entry);
    }

    @Override
    public @Nullable String target(ChatRequest request) {
        return request.model();
    }

    /** A cheaper model's answer is not what was asked for. */
    @Override
    public boolean isSame(ChatRequest sent, ChatRequest asked) {
        return Objects.equals(sent.model(), asked.model());
    }
}
