package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.Next;
import io.agentkit.RequestHook;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Has models race where that does no harm. */
final class ChatHedge implements ChatMiddleware {

    private final Hedges hedges;

    private final boolean idle;

    ChatHedge(HedgeSpec spec, List<Backup> backups, HedgeThreads threads) {
        this.hedges = new Hedges(spec, backups, threads);
        this.idle = backups.isEmpty();
    }

    @Override
    public @Nullable RequestHook hook() {
        return idle ? null : hedges.hook;
    }

    @Override
    public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        if (idle) {
            return next.call(call);
        }
        call.cancellation().throwIfCancelled();
        HedgeRefused.Reason harm = harm(call.request());
        List<Backup> models = harm == null ? usable(call) : List.of();
        if (models.size() < 2) {
            if (call.isListening()) {
                HedgeRefused.Reason why = harm == null ? HedgeRefused.Reason.FOREIGN_CONTENT : harm;
                call.emit(new HedgeRefused(call.id(), call.chain(), why));
            }
            return next.call(Aim.home(call));
        }
        hedges.budget.called();
        return new Race(hedges, inOrder(models, call.request()), call, next).run();
    }

    /** What only the request's own provider keeps, others cannot read. */
    private List<Backup> usable(Call<ChatRequest> call) {
        if (!call.request().hasUnshownContent()) {
            return hedges.models;
        }
        return hedges.models.stream()
                .filter(model -> model.place().from(call.endpoint()).endpoint().equals(call.endpoint()))
                .toList();
    }

    private List<Backup> inOrder(List<Backup> models, ChatRequest request) {
        Backup asker = hedges.rounds.askedBy(request);
        if (asker == null || !models.contains(asker)) {
            return models;
        }
        List<Backup> order = new ArrayList<>(models);
        order.remove(asker);
        order.add(0, asker);
        return order;
    }

    /** What asking twice would do besides answering twice; null for nothing. */
    private static HedgeRefused.@Nullable Reason harm(ChatRequest request) {
        if (request.hasHostedTools()) {
            return HedgeRefused.Reason.HOSTED_TOOLS;
        }
        return request.hasStoredConversation() ? HedgeRefused.Reason.STORED_CONVERSATION : null;
    }
}
