package io.agentkit.spend;

import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.Next;
import io.agentkit.RequestHook;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Message;
import io.agentkit.chat.Usage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keeps budgets of which some go on with a cheaper model or end with an answer of their own, instead of with an exception. */
final class BudgetedChat implements ChatMiddleware {

    private final Budgets budgets;

    private final RequestHook hook;

    BudgetedChat(Budgets budgets, RequestHook hook) {
        this.budgets = budgets;
        this.hook = hook;
    }

    @Override
    public RequestHook hook() {
        return hook;
    }

    @Override
    public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        Call<ChatRequest> hooked = call.withHook(hook);
        try {
            return next.call(hooked);
        } catch (BudgetExceededException refusal) {
            String cheaper = cheaper(call, refusal);
            if (cheaper == null) {
                return finish(call, refusal);
            }
            call.emit(new BudgetDegraded(
                    call.id(), call.runId(), refusal.budget(), call.request().model(), cheaper));
            try {
                return next.call(hooked.withRequest(call.request().withModel(cheaper)));
            } catch (BudgetExceededException second) {
                return finish(call, second);
            }
        }
    }

    private @Nullable String cheaper(Call<ChatRequest> call, BudgetExceededException refusal) {
        BudgetSpec spec = budgets.spec(refusal.budget());
        String model = spec == null ? null : spec.degradeTo();
        boolean helps = refusal.reason() != RefusalReason.CALLS && refusal.reason() != RefusalReason.MISSING_SCOPE;
        return helps
                        && call.canReinvoke()
                        && !Objects.equals(model, call.request().model())
                ? model
                : null;
    }

    private ChatReply finish(Call<ChatRequest> call, BudgetExceededException refusal) {
        BudgetSpec spec = budgets.spec(refusal.budget());
        if (spec == null
                || spec.onExceeded() != OnExceeded.FINISH
                || !refusal.reason().isOfAmount()
                || !call.canReinvoke()) {
            throw refusal;
        }
        return ChatReply.builder()
                .message(Message.assistant(spec.finishText()))
                .finishReason(FinishReason.BUDGET)
                .usage(Usage.NONE)
                .model(call.request().model())
                .build();
    }
}
