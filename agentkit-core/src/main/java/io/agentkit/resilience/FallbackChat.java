package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.Next;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks models in order. What asked for tools is asked again with their results: another model's thoughts would be missing there. */
final class FallbackChat implements ChatMiddleware {

    private final List<Target> targets;
    private final FallsBack fallsBack;
    private final ToolRounds<Target> rounds = new ToolRounds<>();

    FallbackChat(List<Target> targets, FallsBack fallsBack) {
        this.targets = List.copyOf(targets);
        this.fallsBack = fallsBack;
    }

    @Override
    public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        call.cancellation().throwIfCancelled();
        Fallbacks fallbacks = new Fallbacks(fallsBack, call, next);
        Fallbacks.Answer answer = fallbacks.ask(order(rounds.askedBy(call.request())));
        if (answer == null) {
            throw fallbacks.failure();
        }
        rounds.answered(answer.reply(), answer.target(), answer.target() == targets.get(0));
        return answer.reply();
    }

    private List<Target> order(@Nullable Target begin) {
        if (begin == null) {
            return targets;
        }
        List<Target> order = new ArrayList<>(targets.size());
        order.add(begin);
        for (Target target : targets) {
            if (target != begin) {
                order.add(target);
            }
        }
        return order;
    }
}
