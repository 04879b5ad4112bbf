package io.agentkit.price;

import io.agentkit.chat.ModelFacts;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A list whose entries are found by name, such as the application's own prices and LiteLLM's catalogue. An entry of a provider counts at
 * that provider. One of the model's maker, or of nobody, counts wherever models have the makers' prices.
 */
final class NamedPrices implements PriceSource {

    private final String name;
    private final boolean own;
    private final Map<String, Map<String, PriceEntry>> ofProviders = new HashMap<>();
    private final Map<String, PriceEntry> ofNobody = new HashMap<>();
    private final Map<String, PriceEntry> ofMakers = new HashMap<>();
    private final Map<String, PriceEntry> ofAll = new HashMap<>();
    private final Map<String, ModelPrices> entries = new TreeMap<>();

    private NamedPrices(String name, boolean own) {
        this.name = name;
        this.own = own;
    }

    @Override
    public @Nullable PriceEntry find(@Nullable String provider, String model) {
        boolean makers = Providers.hasMakersPrices(provider);
        PriceEntry found = provider == null
                ? null
                : look(ofProviders.getOrDefault(provider, Map.of()), Providers.local(provider, model));
        if (found == null && (own || makers)) {
            found = look(ofNobody, model);
        }
        if (found == null && makers) {
            found = look(ofMakers, model);
        }
        return found == null && own && provider == null ? look(ofAll, model) : found;
    }

    private static @Nullable PriceEntry look(Map<String, PriceEntry> entries, String model) {
        if (entries.isEmpty()) {
            return null;
        }
        for (String form : ModelNames.forms(model)) {
            PriceEntry entry = entries.get(form);
            if (entry != null) {
                return entry;
            }
        }
        return null;
    }

    @Override
    public Map<String, ModelPrices> entries() {
        return entries;
    }

    @Override
    public String name() {
        return name;
    }

    /** Takes entries that have a price. */
    static final class Builder {

        private final NamedPrices prices;

        /**
         * @param own whether the application wrote the list: what names no provider then counts at every one, and what names one also where
         *     nobody knows who served a model
         */
        Builder(String name, boolean own) {
            this.prices = new NamedPrices(name, own);
        }

        /** @param provider one of the names of {@link Providers}; null when the entry names none */
        Builder add(@Nullable String provider, String key, ModelPrices model) {
            return add(provider, key, provider != null && Providers.isMaker(provider), model, ModelFacts.UNKNOWN);
        }

        /** @param makers whether it is the price of the model's maker */
        Builder add(@Nullable String provider, String key, boolean makers, ModelPrices model, ModelFacts facts) {
            PriceEntry entry = new PriceEntry(key, model, facts);
            prices.entries.put(key, model);
            if (provider == null) {
                put(prices.ofNobody, entry, key);
            } else {
                String local = Providers.local(provider, key);
                put(prices.ofProviders.computeIfAbsent(provider, absent -> new HashMap<>()), entry, local);
                if (makers) {
                    put(prices.ofMakers, entry, local);
                }
                put(prices.ofAll, entry, local);
            }
            return this;
        }

        /** Under its whole name, and where that is free, without what stands around it. */
        private static void put(Map<String, PriceEntry> entries, PriceEntry entry, String local) {
            entries.put(ModelNames.dashed(ModelNames.lower(entry.name())), entry);
            entries.putIfAbsent(ModelNames.dashed(ModelNames.lower(local)), entry);
            if (!ModelNames.isRegional(entry.name())) {
                entries.putIfAbsent(ModelNames.dated(local), entry);
            }
        }

        NamedPrices build() {
            return prices;
        }
    }
}
