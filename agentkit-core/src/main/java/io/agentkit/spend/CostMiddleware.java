package io.agentkit.spend;

import io.agentkit.AnswerCallback;
import io.agentkit.Call;
import io.agentkit.ChainEnvironment;
import io.agentkit.ChatMiddleware;
import io.agentkit.Next;
import io.agentkit.RequestHook;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import org.jspecify.annotations.Nullable;

/** Watches every physical request with a hook and the answer with a callback: where it stands in the chain makes no difference. */
final class CostMiddleware implements ChatMiddleware, AnswerCallback {

    private final CostMeter meter;

    private final CostHook hook;

    CostMiddleware(CostMeter meter) {
        this.meter = meter;
        this.hook = new CostHook(meter);
    }

    @Override
    public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        // Inside retry or a race this runs again: the first registration for the meter is the one that counts.
        call.onAnswer(this);
        return next.call(call.withHook(hook));
    }

    @Override
    public RequestHook hook() {
        return hook;
    }

    @Override
    public Object key() {
        return meter;
    }

    @Override
    public void answered(Call<?> call, Object returned) {
        if (!(returned instanceof ChatReply answer)) {
            return;
        }
        String asked = call.request() instanceof ChatRequest request ? request.model() : null;
        String model = answer.model() != null ? answer.model() : asked;
        Usage usage = answer.usage();
        if (answer.cacheStatus() == CacheStatus.HIT) {
            meter.answer(model, call.scope(), Usage.NONE, Money.ZERO);
        } else if (usage == null) {
            meter.answer(model, call.scope(), Usage.NONE, null);
        } else {
            meter.answer(model, call.scope(), usage, price(call.environment(), model, asked, usage));
        }
    }

    private static @Nullable Money price(
            ChainEnvironment environment, @Nullable String model, @Nullable String asked, Usage usage) {
        Money usd = environment.pricing().price(model, usage);
        return usd != null || asked == null || asked.equals(model)
                ? usd
                : environment.pricing().price(asked, usage);
    }
}
