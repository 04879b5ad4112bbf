package io.agentkit.observe;

import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.Next;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.tool.ToolSecrets;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

final class ChatTracingMiddleware implements ChatMiddleware {

    private final Tracing<ChatRequest, ChatReply, ChatObservationContext> tracing;
    private final BoundedNames names = new BoundedNames(BoundedNames.DEFAULT_LIMIT);
    private final boolean contentIncluded;
    private final ToolSecrets secrets;

    ChatTracingMiddleware(
            ObservationRegistry registry,
            @Nullable ChatObservationConvention custom,
            boolean contentIncluded,
            ToolSecrets secrets) {
        this.tracing =
                new Tracing<>(registry, AgentKitObservation.CHAT, DefaultChatObservationConvention.INSTANCE, custom);
        this.contentIncluded = contentIncluded;
        this.secrets = secrets;
    }

    @Override
    public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        return tracing.handle(call, next, this::context);
    }

    private ChatObservationContext context(Call<ChatRequest> call) {
        return new ChatObservationContext(call, names, contentIncluded, secrets);
    }
}
