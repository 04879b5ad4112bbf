package io.agentkit.springai;

import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.RunFrame;
import io.agentkit.boot.ChainPair;
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
    private final Supplier<SpringAiBridge> beans;
    private volatile @Nullable Found found;

    /** What was looked up among the application's beans. */
    private record Found(SpringAiBridge bridge, Handler<ChatRequest, ChatReply> handler, ToolOffers offers) {}

    BeanGovernance(String beanName, ChatModel model, Supplier<SpringAiBridge> beans) {
        this.beanName = beanName;
        this.model = model;
        this.beans = beans;
    }

    /** Looked up at the first call; two that race make equal ones. */
    private Found found() {
        Found known = found;
        if (known == null) {
            SpringAiBridge bridge = beans.get();
            ChainPair pair = bridge.pair(beanName);
            known = new Found(
                    bridge,
                    pair.chat().around(new ChatModelEndpoint(model, bridge.threads())),
                    bridge.offers(pair.name()));
            found = known;
        }
        return known;
    }

    @Override
    public Handler<ChatRequest, ChatReply> handler() {
        return found().handler();
    }

    @Override
    public @Nullable Run runToOpen(Prompt prompt) {
        RunFrame frame = RunFrame.current();
        if (frame == null && answersTools(prompt)) {
            found().bridge()
                    .coverage()
                    .gap(
                            Coverage.Kind.TOOLS,
                            "called for model '" + beanName + "'",
                            "results of tools reach the model outside any run, so these tools do not go through a chain and each"
                                    + " round is a run of its own; use a ChatClient that is a bean or comes from an injected"
                                    + " builder, or open a run with AgentKit.run");
        }
        return found().bridge().runToOpen(frame);
    }

    private static boolean answersTools(Prompt prompt) {
        List<Message> messages = prompt.getInstructions();
        return !messages.isEmpty() && messages.get(messages.size() - 1) instanceof ToolResponseMessage;
    }

    @Override
    public ToolOffers offers() {
        return found().offers();
    }

    @Override
    public ChainThreads threads() {
        return found().bridge().threads();
    }
}
