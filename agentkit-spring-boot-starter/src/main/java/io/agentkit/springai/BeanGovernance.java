package io.agentkit.springai;

import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;

/** The governance of a model that is a bean. */
final class BeanGovernance implements ModelGovernance {

    private final String beanName;
    private final ChatModel model;
    private final Supplier<SpringAiBridge> bridge;
    private volatile @Nullable Handler<ChatRequest, ChatReply> handler;

    BeanGovernance(String beanName, ChatModel model, Supplier<SpringAiBridge> bridge) {
        this.beanName = beanName;
        this.model = model;
        this.bridge = bridge;
    }

    /** Made at the first call; two that race make equal ones. */
    @Override
    public Handler<ChatRequest, ChatReply> handler() {
        Handler<ChatRequest, ChatReply> made = handler;
        if (made == null) {
            made = bridge.get().pair(beanName).chat().around(new ChatModelEndpoint(model, threads()));
            handler = made;
        }
        return made;
    }

    @Override
    public Run run(Prompt prompt) {
        if (Run.current() == null && answersTools(prompt)) {
            bridge.get()
                    .coverage()
                    .gap(
                            Coverage.Kind.TOOLS,
                            "called for model '" + beanName + "'",
                            "results of tools reach the model outside any run, so these tools do not go through a chain and each"
                                    + " round is a run of its own; use a ChatClient that is a bean or comes from an injected"
                                    + " builder, or open a run with AgentKit.run");
        }
        return bridge.get().joinedOrNew();
    }

    private static boolean answersTools(Prompt prompt) {
        List<Message> messages = prompt.getInstructions();
        return !messages.isEmpty() && messages.get(messages.size() - 1) instanceof ToolResponseMessage;
    }

    @Override
    public ChainThreads threads() {
        return bridge.get().threads();
    }
}
