package io.agentkit.price;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue of genai-prices: providers with rules for the names of their models. Looks as that project does, first with the name as
 * it is and then with its plainer forms, which that project does not try.
 */
final class RuledPrices implements PriceSource {

    private final String name;
    private final List<RuledProvider> providers;

    RuledPrices(String name, List<RuledProvider> providers) {
        this.name = name;
        this.providers = List.copyOf(providers);
    }

    @Override
    public @Nullable PriceEntry find(@Nullable String provider, String model) {
        PriceEntry found = at(provider, ModelNames.lower(model));
        if (found != null) {
            return found;
        }
        String local = Providers.local(provider, model);
        found = local.equals(model) ? null : at(provider, ModelNames.lower(local));
        if (found != null) {
            return found;
        }
        for (String form : ModelNames.plainer(local)) {
            found = at(provider, form);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable PriceEntry at(@Nullable String provider, String model) {
        RuledProvider of = provider == null ? likely(model) : named(provider);
        if (of == null) {
            return null;
        }
        RuledProvider.Model found = of.find(model);
        for (int i = 0; found == null && i < of.fallbacks().size(); i++) {
            RuledProvider maker = byId(of.fallbacks().get(i));
            found = maker == null ? null : maker.find(model);
        }
        ModelPrices prices = found == null ? null : found.prices();
        return found == null || prices == null
                ? null
                : new PriceEntry(of.id() + "/" + found.id(), prices, found.facts());
    }

    private @Nullable RuledProvider named(String provider) {
        RuledProvider exact = byId(provider);
        if (exact != null) {
            return exact;
        }
        for (RuledProvider candidate : providers) {
            if (candidate.isMeantBy(provider)) {
                return candidate;
            }
        }
        return null;
    }

    private @Nullable RuledProvider byId(String id) {
        for (RuledProvider candidate : providers) {
            if (candidate.id().equals(id)) {
                return candidate;
            }
        }
        return null;
    }

    private @Nullable RuledProvider likely(String model) {
        for (RuledProvider candidate : providers) {
            if (candidate.isLikelyFor(model)) {
                return candidate;
            }
        }
        return null;
    }

    @Override
    public Map<String, ModelPrices> entries() {
        Map<String, ModelPrices> entries = new TreeMap<>();
        for (RuledProvider provider : providers) {
            for (RuledProvider.Model model : provider.models()) {
                if (model.prices() != null) {
                    entries.put(provider.id() + "/" + model.id(), model.prices());
                }
            }
        }
        return entries;
    }

    @Override
    public String name() {
        return name;
    }
}
