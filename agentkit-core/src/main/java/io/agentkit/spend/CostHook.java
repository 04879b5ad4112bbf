package io.agentkit.spend;

import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.Correction;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.Use;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import org.jspecify.annotations.Nullable;

/** Books every physical request that counts, and what became of it: where its middleware stands in the chain makes no difference. */
final class CostHook implements RequestHook {

    private final CostMeter meter;

    CostHook(CostMeter meter) {
        this.meter = meter;
    }

    @Override
    public void after(Attempt<?> attempt, Outcome outcome) {
        Usage usage = outcome.usage();
        if (usage != null) {
            attempt.attach(this, meter.request(outcome.model(), attempt.call().run(), usage, outcome.usd()));
        }
    }

    @Override
    public void used(Attempt<?> attempt, Outcome outcome, Use use) {
        Usage usage = outcome.usage();
        if (usage != null && attempt.attached(this) instanceof CostEntry entry) {
            meter.use(entry, use, usage, outcome.usd());
        }
    }

    @Override
    public void late(Attempt<?> attempt, Correction correction) {
        Usage actual = correction.actual();
        Money actualUsd = correction.actualUsd();
        if (attempt.attached(this) instanceof CostEntry entry) {
            meter.correct(entry, correction.use(), correction.booked(), correction.bookedUsd(), actual, actualUsd);
        } else if (!correction.counted()) {
            CostEntry entry = meter.request(correction.model(), attempt.call().run(), actual, actualUsd);
            attempt.attach(this, entry);
            if (correction.use() != null) {
                meter.use(entry, correction.use(), actual, actualUsd);
            }
        }
    }

    /** An answer that no request gave has cost nothing; one from a cache has saved what it would have cost. */
    @Override
    public void answeredElsewhere(Call<?> call, Object answer) {
        if (answer instanceof ChatReply reply) {
            String asked = call.request() instanceof ChatRequest request ? request.model() : null;
            String model = reply.model() == null ? asked : reply.model();
            meter.answeredElsewhere(model, call.run(), saved(call, reply, model));
        }
    }

    private static Money saved(Call<?> call, ChatReply reply, @Nullable String model) {
        Usage usage = reply.usage();
        boolean hit = reply.cacheStatus() == CacheStatus.HIT;
        Money saved = !hit || usage == null || usage.isNegative()
                ? null
                : call.environment().pricing().price(call.provider(), model, usage);
        return saved == null ? Money.ZERO : saved;
    }
}
