package io.agentkit.springai;

import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.ChatModelCallAdvisor;
import org.springframework.ai.chat.client.advisor.ChatModelStreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.core.Ordered;
import reactor.core.publisher.Flux;

/**
 * Ends the advisors of a client that was made of a model without a chain: calls the same model with its chain around it, in place of the
 * framework's own last advisor.
 */
final class ModelAdvisor implements CallAdvisor, StreamAdvisor {

    static final String NAME = "agentkit-model";

    private final ChatModelCallAdvisor call;

    private final ChatModelStreamAdvisor stream;

    ModelAdvisor(AgentkitChatModel model) {
        call = ChatModelCallAdvisor.builder().chatModel(model).build();
        stream = ChatModelStreamAdvisor.builder().chatModel(model).build();
    }

    @Override
    public String getName() {
        return NAME;
    }

    /** Just before the framework's own: of two with the same order that one would come first. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE - 1;
    }

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        return call.adviseCall(request, chain);
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        return stream.adviseStream(request, chain);
    }
}
