package io.agentkit.price;

import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a model costs at one time. All tokens of a request are priced in the tier that its whole prompt falls in, cached tokens included: no
 * provider charges only the tokens beyond a threshold. Immutable.
 */
final class PriceSheet {

    private static final ServiceTier[] TIERS = ServiceTier.values();

    /** Worked out when it is first asked for: of the thousands of models of a catalogue few are used. */
    private final Supplier<RateTable> source;

    private final Map<Unit, Money> units = new EnumMap<>(Unit.class);
    private final boolean measured;
    private volatile @Nullable Worked worked;

    /** The rates of all tiers and lengths. */
    private static final class Worked {

        private final long[] above;
        private final TokenPrices[][] prices = new TokenPrices[TIERS.length][];
        private final boolean[] known = new boolean[TIERS.length];
        private final DearestPrices dearest;

        /** Whether it names no rate at all: where a request has a price, its tokens are free then. */
        private final boolean empty;

        Worked(RateTable table) {
            above = table.above();
            empty = table.isEmpty();
            for (ServiceTier tier : TIERS) {
                TokenPrices[] steps = new TokenPrices[above.length];
                for (int step = 0; step < above.length; step++) {
                    steps[step] = TokenPrices.of(table.rates(tier, step));
                }
                prices[tier.ordinal()] = steps;
                known[tier.ordinal()] = table.knows(tier);
            }
            dearest = new DearestPrices(table);
        }

        TokenPrices at(ServiceTier tier, long prompt) {
            return prices[tier.ordinal()][step(prompt)];
        }

        int step(long prompt) {
            int step = above.length - 1;
            while (step > 0 && prompt <= above[step]) {
                step--;
            }
            return step;
        }
    }

    /** @param source makes the same table each time */
    PriceSheet(Supplier<RateTable> source, Map<Unit, BigDecimal> units) {
        this.source = source;
        units.forEach((unit, usd) -> this.units.put(unit, Money.of(usd)));
        this.measured = units.containsKey(Unit.SECOND) || units.containsKey(Unit.IMAGE);
    }

    /** The price; null when nothing of the usage has one. */
    @Nullable
    Money cost(Usage usage) {
        ServiceTier tier = tier(usage);
        if (isUnknowable(tier)) {
            return null;
        }
        Money tokens = worked().at(tier, usage.totalInput()).cost(usage);
        return tokens.isZero() && !coversTokens(usage) && !has(Unit.REQUEST) ? null : tokens.plus(apiece(usage));
    }

    /** The price of plain input and output; {@link Pricing#NO_NUMBER} where {@link #cost} has to be asked. */
    long picoUsd(long input, long output) {
        return !has(Unit.REQUEST) && !measured
                ? worked().at(ServiceTier.STANDARD, input).picoUsd(input, output)
                : Pricing.NO_NUMBER;
    }

    /**
     * The most that it can cost; null when a part of the usage has no price, when the premium of its tier is not known, and where seconds or
     * images are priced, which nobody knows beforehand.
     */
    @Nullable
    Money atMost(Usage usage) {
        Worked now = worked();
        ServiceTier tier = tier(usage);
        // Capacity that was paid in advance is the exception: what does not fit there is served at the ordinary rate.
        boolean isKnown = now.known[tier.ordinal()] || tier == ServiceTier.PROVISIONED;
        if (!isKnown || measured) {
            return null;
        }
        TokenPrices rates = now.dearest.of(usage.tier(), now.step(usage.totalInput()));
        return rates.covers(usage) || isByRequest(now) ? rates.cost(usage).plus(apiece(usage)) : null;
    }

    private boolean isByRequest(Worked now) {
        return now.empty && has(Unit.REQUEST);
    }

    /** Whether every token of the usage has a price, and nothing is priced that a usage does not count. */
    boolean coversTokens(Usage usage) {
        ServiceTier tier = tier(usage);
        Worked now = worked();
        return !measured
                && now.known[tier.ordinal()]
                && (isByRequest(now) || now.at(tier, usage.totalInput()).covers(usage));
    }

    /** Whether images or seconds are priced, which a usage does not count. */
    boolean isMeasured() {
        return measured;
    }

    boolean has(Unit unit) {
        return units.containsKey(unit);
    }

    /** Images, seconds and the like, which a usage does not count. */
    Money apiece(Unit unit, long count) {
        return units.getOrDefault(unit, Money.ZERO).times(Math.max(0, count));
    }

    private Money apiece(Usage usage) {
        if (units.isEmpty()) {
            return Money.ZERO;
        }
        return apiece(Unit.REQUEST, 1)
                .plus(apiece(Unit.WEB_SEARCH, usage.details().webSearches()));
    }

    /** Two threads may work it out at once, to the same end. */
    private Worked worked() {
        Worked known = worked;
        if (known == null) {
            known = new Worked(source.get());
            worked = known;
        }
        return known;
    }

    private static ServiceTier tier(Usage usage) {
        ServiceTier served = usage.tier();
        return served == null ? ServiceTier.STANDARD : served;
    }

    /** Capacity that was paid in advance has no price by the token, and nobody knows what a tier of an unknown name costs. */
    private boolean isUnknowable(ServiceTier tier) {
        return (tier == ServiceTier.PROVISIONED || tier == ServiceTier.OTHER) && !worked().known[tier.ordinal()];
    }
}
