package io.agentkit.price;

import io.agentkit.chat.ServiceTier;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Works out the rate of each kind of token in each tier of service and length of prompt from those that a source names.
 *
 * <p>In the ordinary tier a kind that is not named costs what its general kind costs (cached audio what the cache costs, reasoning what
 * output costs), an hour's cache write twice the input. A longer prompt keeps a rate that it does not name.
 *
 * <p>In another tier, what is not named stands to what is named as it does in the ordinary tier: a cache read that costs a tenth of the
 * input does so in every tier. LiteLLM's catalogue names both in 206 places and agrees in 190, the other 16 being rounded in their last
 * digit. A tier that names nothing is a multiple of the ordinary one where the source says so; batch and flex are half of it, which is
 * what providers charge; for any other its premium is unknown.
 */
final class RateTable {

    private static final BigDecimal HALF = new BigDecimal("0.5");

    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    private static final NavigableMap<Long, Map<TokenKind, BigDecimal>> NOTHING = new TreeMap<>();

    private final Map<ServiceTier, NavigableMap<Long, Map<TokenKind, BigDecimal>>> named;
    private final Map<ServiceTier, BigDecimal> factors;
    private final long[] above;
    private final @Nullable BigDecimal[][] ordinary;

    RateTable(
            Map<ServiceTier, NavigableMap<Long, Map<TokenKind, BigDecimal>>> named,
            Map<ServiceTier, BigDecimal> factors) {
        this.named = named;
        this.factors = factors;
        TreeSet<Long> lengths = new TreeSet<>();
        lengths.add(0L);
        named.values().forEach(tier -> lengths.addAll(tier.keySet()));
        this.above = lengths.stream().mapToLong(Long::longValue).toArray();
        this.ordinary = new BigDecimal[above.length][];
        for (int step = 0; step < above.length; step++) {
            ordinary[step] = ordinary(step);
        }
    }

    /** The lengths that a prompt must exceed for the next rates, ascending; the first is 0 and stands for all prompts. */
    long[] above() {
        return Arrays.copyOf(above, above.length);
    }

    /** Whether the source names no rate. */
    boolean isEmpty() {
        return named.isEmpty();
    }

    /** Whether the source says something about the tier. */
    boolean names(ServiceTier tier) {
        return named.containsKey(tier) || factors.containsKey(tier);
    }

    /** Whether the kind has a rate of its own somewhere. */
    boolean names(TokenKind kind) {
        return named.values().stream()
                .flatMap(steps -> steps.values().stream())
                .anyMatch(rates -> rates.containsKey(kind));
    }

    /** Whether the rates of the tier are known, be it from the source or from what all providers do. */
    boolean knows(ServiceTier tier) {
        return tier == ServiceTier.STANDARD || tier == ServiceTier.BATCH || tier == ServiceTier.FLEX || names(tier);
    }

    /** The rates by {@link TokenKind#ordinal()}; null where there is none. Those of an unknown tier are the ordinary ones. */
    @Nullable
    BigDecimal[] rates(ServiceTier tier, int step) {
        @Nullable BigDecimal[] rates = new BigDecimal[TokenKind.COUNT];
        for (TokenKind kind : TokenKind.values()) {
            rates[kind.ordinal()] =
                    tier == ServiceTier.STANDARD ? ordinary[step][kind.ordinal()] : rate(tier, step, kind);
        }
        return rates;
    }

    private @Nullable BigDecimal[] ordinary(int step) {
        @Nullable BigDecimal[] rates = new BigDecimal[TokenKind.COUNT];
        for (TokenKind kind : TokenKind.values()) {
            BigDecimal rate = nearest(ServiceTier.STANDARD, step, kind);
            TokenKind general = kind.general();
            if (rate == null && general != null) {
                rate = rates[general.ordinal()];
                rate = rate != null && kind == TokenKind.CACHE_WRITE_1H ? rate.multiply(TWO) : rate;
            }
            rates[kind.ordinal()] = rate;
        }
        return rates;
    }

    private @Nullable BigDecimal rate(ServiceTier tier, int step, TokenKind kind) {
        BigDecimal standard = ordinary[step][kind.ordinal()];
        BigDecimal exact = at(tier, above[step], kind);
        if (exact != null) {
            return exact;
        }
        BigDecimal base = nearest(tier, step, kind);
        BigDecimal standardBase = ordinary[lastStep(tier, step, kind)][kind.ordinal()];
        if (base != null) {
            return standard == null || standardBase == null ? base : Rate.proportional(base, standard, standardBase);
        }
        TokenKind root = kind.root();
        if (kind != root) {
            BigDecimal tierRoot = rate(tier, step, root);
            BigDecimal standardRoot = ordinary[step][root.ordinal()];
            return tierRoot == null || standard == null || standardRoot == null
                    ? tierRoot
                    : Rate.proportional(tierRoot, standard, standardRoot);
        }
        if (tier == ServiceTier.FLEX && !names(tier) && names(ServiceTier.BATCH)) {
            return rate(ServiceTier.BATCH, step, kind);
        }
        return standard == null ? null : Rate.rounded(standard.multiply(factor(tier)));
    }

    private BigDecimal factor(ServiceTier tier) {
        BigDecimal factor = factors.get(tier);
        if (factor != null) {
            return factor;
        }
        return tier == ServiceTier.BATCH || tier == ServiceTier.FLEX ? HALF : BigDecimal.ONE;
    }

    private @Nullable BigDecimal at(ServiceTier tier, long length, TokenKind kind) {
        Map<TokenKind, BigDecimal> rates = named.getOrDefault(tier, NOTHING).get(length);
        return rates == null ? null : rates.get(kind);
    }

    private @Nullable BigDecimal nearest(ServiceTier tier, int step, TokenKind kind) {
        return at(tier, above[lastStep(tier, step, kind)], kind);
    }

    /** The longest length up to this one at which the tier names the kind; the first step when there is none. */
    private int lastStep(ServiceTier tier, int step, TokenKind kind) {
        int last = step;
        while (last > 0 && at(tier, above[last], kind) == null) {
            last--;
        }
        return last;
    }
}
