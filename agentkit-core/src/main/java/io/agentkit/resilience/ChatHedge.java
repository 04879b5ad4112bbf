package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.Next;
import io.agentkit.RequestHook;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Has models race where that does no harm. */
final class ChatHedge implements ChatMiddleware {

    private final Hedges hedges;

    ChatHedge(HedgeSpec spec, List<Backup> backups, HedgeThreads threads) {
        this.hedges = new Hedges(spec, backups, threads);
    }

    @Override
    public @Nullable RequestHook hook() {
        return hedges.backups.isEmpty() ? null : hedges.hook;
    }

    @Override
    public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        if (hedges.backups.isEmpty()) {
            return next.call(call);
        }
        call.cancellation().throwIfCancelled();
        HedgeRefused.Reason harm = harm(call.request());
        List<Backup> backups = harm == null ? usable(call) : List.of();
        if (backups.isEmpty()) {
            if (call.isListening()) {
                HedgeRefused.Reason why = harm == null ? HedgeRefused.Reason.FOREIGN_CONTENT : harm;
                call.emit(new HedgeRefused(call.id(), call.chain(), why));
            }
            return next.call(call);
        }
        hedges.budget.called();
        return new Race(hedges, backups, call, next).run();
    }

    /** What only the request's own provider keeps, others cannot read. */
    private List<Backup> usable(Call<ChatRequest> call) {
        if (!call.request().hasUnshownContent()) {
            return hedges.backups;
        }
        return hedges.backups.stream()
                .filter(backup ->
                        backup.place().from(call.endpoint()).endpoint().equals(call.endpoint()))
                .toList();
    }

    /** What asking twice would do besides answering twice; null for nothing. */
    private static HedgeRefused.@Nullable Reason harm(ChatRequest request) {
        if (request.hasHostedTools()) {
            return HedgeRefused.Reason.HOSTED_TOOLS;
        }
        return request.hasStoredConversation() ? HedgeRefused.Reason.STORED_CONVERSATION : null;
    }
}
