package io.agentkit.resilience;

import io.agentkit.Event;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * It is known what a request that lost a race used, which may be after its call. A later count of the provider is an event of its own,
 * {@link io.agentkit.UsageCorrected}.
 *
 * @param callId the call
 * @param chain name of the chain
 * @param target the model that served it, else the one asked for; null when nobody said
 * @param number counts the requests of the call, from 1
 * @param usage what it used
 * @param usd the price of the usage; null when the model has none
 */
public record HedgeLost(
        String callId,
        String chain,
        @Nullable String target,
        int number,
        Usage usage,
        @Nullable Money usd) implements Event {

    @Override
    public String name() {
        return "hedge.lost";
    }
}
