package io.agentkit.price;

import io.agentkit.chat.ModelFacts;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
import io.agentkit.time.Time;
import org.jspecify.annotations.Nullable;

/**
 * What all lists together say about a model.
 *
 * @param prices of the first list that prices it; null when none does
 * @param searches of the first list that prices searches of the provider, which few lists do; null when none does
 * @param origin where the prices come from; null when there are none
 * @param facts what else they know of it
 */
record FoundPrice(
        @Nullable ModelPrices prices,
        @Nullable ModelPrices searches,
        @Nullable PriceOrigin origin,
        ModelFacts facts) {

    static final FoundPrice NONE = new FoundPrice(null, null, null, ModelFacts.UNKNOWN);

    @Nullable
    Money price(Usage usage, Time time) {
        if (prices == null) {
            return null;
        }
        PriceSheet now = prices.now(time);
        return withSearches(now.cost(usage), now, usage, time);
    }

    Pricing.Quote quote(Usage usage, Time time) {
        if (prices == null) {
            return Pricing.Quote.NONE;
        }
        PriceSheet now = prices.now(time);
        Money usd = withSearches(now.cost(usage), now, usage, time);
        return usd == null ? Pricing.Quote.NONE : new Pricing.Quote(usd, covers(usage, now));
    }

    @Nullable
    Money atMost(Usage usage, Time time) {
        return prices == null ? null : withSearches(prices.atMost(usage, time), prices.now(time), usage, time);
    }

    boolean covers(Usage usage, Time time) {
        return prices != null && covers(usage, prices.now(time));
    }

    private boolean covers(Usage usage, PriceSheet now) {
        return now.coversTokens(usage)
                && (usage.details().webSearches() <= 0 || now.has(Unit.WEB_SEARCH) || searches != null);
    }

    private @Nullable Money withSearches(@Nullable Money usd, PriceSheet own, Usage usage, Time time) {
        long count = usage.details().webSearches();
        return usd == null || count <= 0 || searches == null || own.has(Unit.WEB_SEARCH)
                ? usd
                : usd.plus(searches.now(time).apiece(Unit.WEB_SEARCH, count));
    }
}
