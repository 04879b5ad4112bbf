package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.Next;
import io.agentkit.RequestHook;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import org.jspecify.annotations.Nullable;

/** Has models race where that does no harm. */
final class ChatHedge implements ChatMiddleware {

    private final Hedges hedges;

    ChatHedge(HedgeSpec spec, HedgeThreads threads) {
        this.hedges = new Hedges(spec, threads);
    }

    @Override
    public @Nullable RequestHook hook() {
        return hedges.spec.backups().isEmpty() ? null : hedges.hook;
    }

    @Override
    public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        if (hedges.spec.backups().isEmpty()) {
            return next.call(call);
        }
        call.cancellation().throwIfCancelled();
        HedgeRefused.Reason harm = harm(call.request());
        if (harm != null) {
            if (call.isListening()) {
                call.emit(new HedgeRefused(call.id(), call.chain(), harm));
            }
            return next.call(call);
        }
        hedges.budget.called();
        return new Race(hedges, call, next).run();
    }

    /** What asking twice would do besides answering twice; null for nothing. */
    private static HedgeRefused.@Nullable Reason harm(ChatRequest request) {
        if (request.hasHostedTools()) {
            return HedgeRefused.Reason.HOSTED_TOOLS;
        }
        return request.hasStoredConversation() ? HedgeRefused.Reason.STORED_CONVERSATION : null;
    }
}
