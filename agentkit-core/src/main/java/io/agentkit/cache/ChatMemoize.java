package io.agentkit.cache;

import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.Next;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Uses answers of models again. */
final class ChatMemoize implements ChatMiddleware {

    private final Memoized<ChatRequest, ChatReply> memoized;
    private final @Nullable Duration pace;

    /** @param pace how long a stream pauses after each piece of an answer that is used again; null for the answer in one piece */
    ChatMemoize(Memoized<ChatRequest, ChatReply> memoized, @Nullable Duration pace) {
        this.memoized = memoized;
        this.pace = pace;
    }

    @Override
    public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        ChatReply reply = memoized.call(call, next);
        return pace != null && call.isStreaming() && reply.cacheStatus() == CacheStatus.HIT
                ? call.showPaced(reply, pace)
                : reply;
    }

    int underWay() {
        return memoized.underWay();
    }
}
