package io.agentkit.springai;

import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.Prompt;

/** What a governed model needs of the application. Asked for at the first call, so that decorating a bean pulls in no others. */
interface ModelGovernance {

    /** The model's chain around the model. */
    Handler<ChatRequest, ChatReply> handler();

    /** The run to open for a call made on this thread; null where the call finds its run itself: the current one, or its own. */
    @Nullable
    Run runToOpen(Prompt prompt);

    ChainThreads threads();

    /** Which tools the model may be offered. */
    default ToolOffers offers() {
        return ToolOffers.ALL;
    }
}
