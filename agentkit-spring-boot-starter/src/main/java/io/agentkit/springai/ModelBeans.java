package io.agentkit.springai;

import io.agentkit.AgentKit;
import io.agentkit.Handler;
import io.agentkit.boot.Chains;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.ListableBeanFactory;

/** Finds the governed model that a named pair of chains stands for. */
final class ModelBeans implements AgentKit.Models {

    private final ListableBeanFactory beans;

    private final Chains chains;

    ModelBeans(ListableBeanFactory beans, Chains chains) {
        this.beans = beans;
        this.chains = chains;
    }

    @Override
    public Handler<ChatRequest, ChatReply> model(@Nullable String chain) {
        if (chain == null) {
            return handler(beans.getBean(ChatModel.class), "the application's model");
        }
        String pair = chains.pair(chain).name();
        List<String> assigned = new ArrayList<>();
        for (String name : beans.getBeanNamesForType(ChatModel.class)) {
            if (chains.pairForModel(name).name().equals(pair)) {
                assigned.add(name);
            }
        }
        if (assigned.size() != 1) {
            throw new IllegalArgumentException(
                    "The pair of chains '%s' has to be assigned to one model in 'agentkit.assign.models' (assigned to: %s)"
                            .formatted(chain, assigned.isEmpty() ? "none" : String.join(", ", assigned)));
        }
        return handler(beans.getBean(assigned.get(0), ChatModel.class), "'" + assigned.get(0) + "'");
    }

    private static Handler<ChatRequest, ChatReply> handler(ChatModel model, String what) {
        if (model instanceof AgentkitChatModel governed) {
            return governed.handler();
        }
        throw new IllegalArgumentException("%s has no chain around it; see /actuator/chains".formatted(what));
    }
}
