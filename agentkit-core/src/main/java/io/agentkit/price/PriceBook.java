package io.agentkit.price;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What models cost. Immutable and thread-safe.
 *
 * <p>A name is looked for as it is, then without provider ({@code openai/}, {@code models/}, {@code us.anthropic.}), with dots and dashes
 * being the same, then without a date or {@code -latest} behind it; a date that has rates of its own keeps them. Among two books the
 * overriding one decides in all these forms first. A model that is not found has no price, which is never a price of 0.
 */
public final class PriceBook implements Pricing {

    /** No prices. */
    public static final PriceBook EMPTY = new PriceBook(Map.of(), null);

    /** Served names are few; whoever makes up names must not fill the memory. */
    private static final int MOST_CACHED = 1_000;

    private record Entry(@Nullable Rates rates, @Nullable TokenPrices prices) {

        static final Entry UNKNOWN = new Entry(null, null);
    }

    private final Map<String, Entry> entries;
    private final @Nullable PriceBook under;
    private final Map<String, Entry> cache = new ConcurrentHashMap<>();

    private PriceBook(Map<String, Entry> entries, @Nullable PriceBook under) {
        this.entries = entries;
        this.under = under;
    }

    /** A book with these models only. */
    public static PriceBook of(Map<String, Rates> models) {
        return EMPTY.with(models);
    }

    /** The prices that agentkit brings: some models of the day, with the date and the sources in the file. */
    public static PriceBook builtIn() {
        return BuiltInPrices.read();
    }

    /** This book with others over it. */
    public PriceBook with(Map<String, Rates> overrides) {
        Map<String, Entry> own = new HashMap<>();
        overrides.forEach((name, rates) -> own.put(
                ModelNames.dated(Objects.requireNonNull(name, "'name' must not be null")),
                new Entry(
                        Objects.requireNonNull(rates, () -> "'%s' must have rates".formatted(name)),
                        TokenPrices.of(rates))));
        return new PriceBook(own, this);
    }

    /** The rates of the model; null when it has none. */
    public @Nullable Rates find(@Nullable String model) {
        return model == null ? null : entry(model).rates();
    }

    @Override
    public @Nullable Money price(@Nullable String model, Usage usage) {
        if (model == null) {
            return null;
        }
        TokenPrices prices = entry(model).prices();
        return prices == null ? null : prices.cost(usage);
    }

    @Override
    public long picoUsd(@Nullable String model, long input, long output) {
        TokenPrices prices = model == null ? null : entry(model).prices();
        return prices == null ? UNPRICED : prices.picoUsd(input, output);
    }

    /** The models that have a price, by their plain names. */
    public Set<String> models() {
        Set<String> names = under == null ? new TreeSet<>() : under.models();
        names.addAll(entries.keySet());
        return names;
    }

    /** How many names are remembered. */
    int cached() {
        return cache.size();
    }

    private Entry entry(String model) {
        Entry cached = cache.get(model);
        if (cached != null) {
            return cached;
        }
        String dated = ModelNames.dated(model);
        Entry found = look(dated, ModelNames.undated(dated));
        if (cache.size() < MOST_CACHED) {
            cache.put(model, found);
        }
        return found;
    }

    private Entry look(String dated, String undated) {
        Entry own = entries.get(dated);
        if (own == null) {
            own = entries.get(undated);
        }
        if (own != null) {
            return own;
        }
        return under == null ? Entry.UNKNOWN : under.look(dated, undated);
    }
}
