package io.agentkit.springai;

import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.Scope;
import io.agentkit.StreamConsumer;
import io.agentkit.StreamMode;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.ToolCall;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;

/**
 * A model with its chain around it: what an application gets where it injects a {@link ChatModel}. A blocking call stays on the caller's
 * thread. What the model throws comes out as it came; OpenAI's streams fail with a {@link java.util.concurrent.CompletionException}
 * around the cause, with and without a chain. Thread-safe.
 */
public final class AgentkitChatModel implements ChatModel {

    private final ChatModel delegate;

    private final ModelGovernance governance;

    AgentkitChatModel(ChatModel delegate, ModelGovernance governance) {
        this.delegate = delegate;
        this.governance = governance;
    }

    /** The application's own model. */
    public ChatModel unwrap() {
        return delegate;
    }

    /** The model's own options, with their own type: a client decides by it how to offer tools. */
    @Override
    public ChatOptions getOptions() {
        return delegate.getOptions();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        if (ModelInProgress.isHere()) {
            return delegate.call(prompt);
        }
        return ResponseWriter.write(answer(prompt, CallSettings.DEFAULTS));
    }

    /** Cold: each subscription is a call of its own. Errors with kind OVERLOADED when too many streams are under way. */
    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
        return Flux.from(new ChatFlux(this, prompt));
    }

    ChatReply answer(Prompt prompt, StreamConsumer consumer, Cancellation cancellation, Surroundings surroundings) {
        return answer(
                prompt,
                CallSettings.DEFAULTS
                        .withCancellation(cancellation)
                        .streamingTo(consumer, StreamMode.COMMIT)
                        .within(surroundings));
    }

    private ChatReply answer(Prompt prompt, CallSettings settings) {
        Handler<ChatRequest, ChatReply> handler = governance.handler();
        Run opened = governance.runToOpen(prompt);
        ChatReply reply = handler.call(
                offered(new PromptView(prompt, delegate), opened),
                opened == null ? settings : settings.withRun(opened));
        List<ToolCall> asked = reply.toolCalls();
        Run run = asked.isEmpty() || opened != null ? opened : Run.current();
        if (run != null && !asked.isEmpty()) {
            run.toolCalls().emitted(asked, handler.chain().name());
        }
        return reply;
    }

    private ChatRequest offered(ChatRequest request, @Nullable Run opened) {
        ToolOffers offers = governance.offers();
        if (offers.offersAll()) {
            return request;
        }
        Run run = opened == null ? Run.current() : opened;
        return offers.of(request, run == null ? Scope.NONE : run.scope());
    }

    Handler<ChatRequest, ChatReply> handler() {
        return governance.handler();
    }

    ChainThreads threads() {
        return governance.threads();
    }

    @Override
    public String toString() {
        return "AgentkitChatModel[" + delegate.getClass().getName() + "]";
    }
}
