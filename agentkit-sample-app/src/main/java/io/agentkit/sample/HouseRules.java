package io.agentkit.sample;

import io.agentkit.BlockedException;
import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.Next;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import org.springframework.stereotype.Component;

/**
 * A middleware of the application's own: the chain in {@code application.yml} names it like a built-in one. Refuses what the house does
 * not want to send to a model.
 */
@Component("house-rules")
class HouseRules implements ChatMiddleware {

    private static final String FORBIDDEN = "/blocked";

    @Override
    public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        Message asked = call.request().lastUserMessage();
        if (asked != null && asked.text().startsWith(FORBIDDEN)) {
            throw new BlockedException("The house rules do not allow this message.", "forbidden-prefix");
        }
        return next.call(call);
    }
}
