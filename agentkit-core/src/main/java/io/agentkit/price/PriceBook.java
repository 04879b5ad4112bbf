package io.agentkit.price;

import io.agentkit.chat.KnownModels;
import io.agentkit.chat.ModelFacts;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
import io.agentkit.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What models cost: one or more lists of prices, of which the first that knows a model decides. Immutable and thread-safe.
 *
 * <p>In each list a name is looked for as it is, then without provider ({@code openai/}, {@code models/}) and region ({@code us.anthropic.}),
 * with dots and dashes being the same, then without version and without a date or {@code -latest} behind it; what has rates of its own
 * keeps them. Catalogues of genai-prices have rules of their own for names, which come first. A model that no list knows has no price,
 * which is never a price of 0.
 */
public final class PriceBook implements Pricing, KnownModels {

    /** No prices. */
    public static final PriceBook EMPTY = new PriceBook(List.of(), Time.system());

    /** The origin of prices that an application set itself. */
    public static final String CONFIGURED = "configuration";

    /** Served names are few; whoever makes up names must not fill the memory. */
    private static final int MOST_CACHED = 1_000;

    private static final int MOST_PROVIDERS = 50;

    /** A power of two. */
    private static final int RECENT = 32;

    /** A list, and how old it is. */
    private record Layer(PriceSource source, @Nullable Instant asOf) {}

    /** A name that was asked for lately. Immutable, so that a thread may see it without more ado. */
    private record Recent(@Nullable String provider, String model, FoundPrice found) {

        boolean is(@Nullable String otherProvider, String otherModel) {
            return model.equals(otherModel) && Objects.equals(provider, otherProvider);
        }
    }

    private final List<Layer> layers;
    private final Time time;
    private final Map<String, Map<String, FoundPrice>> cache = new ConcurrentHashMap<>();

    /** Before the maps: an application uses few models at a time. Each place holds one name, and a lost write costs a look into the maps. */
    private final @Nullable Recent[] recent = new Recent[RECENT];

    private PriceBook(List<Layer> layers, Time time) {
        this.layers = layers;
        this.time = time;
    }

    /** A book with these models only. */
    public static PriceBook of(Map<String, Rates> models) {
        return EMPTY.with(models);
    }

    /** The prices that agentkit brings: some models of the day, with the date and the sources in the file. */
    public static PriceBook builtIn() {
        return EMPTY.with(BuiltInPrices.read(), BuiltInPrices.asOf());
    }

    /** This book with others over it. A name may begin with a provider, such as {@code azure/gpt-4o}: then it counts there only. */
    public PriceBook with(Map<String, Rates> overrides) {
        var list = new NamedPrices.Builder(CONFIGURED, true);
        overrides.forEach((name, rates) -> {
            Objects.requireNonNull(name, "'name' must not be null");
            Objects.requireNonNull(rates, () -> "'%s' must have rates".formatted(name));
            int slash = name.indexOf('/');
            String provider = slash > 0 && Providers.isKnown(name.substring(0, slash))
                    ? Providers.of(name.substring(0, slash))
                    : null;
            list.add(provider, name, RatesReader.prices(rates));
        });
        return with(list.build(), null);
    }

    /**
     * This book with a catalogue of LiteLLM or genai-prices over it, read once from a file. Needs Jackson. {@link LivePrices} reads again
     * and knows sources on the web.
     *
     * @throws IOException when the file cannot be read or is no catalogue
     */
    public PriceBook with(Path catalogue) throws IOException {
        Catalogue read = CatalogueReader.read(catalogue.toString(), Files.readAllBytes(catalogue), Map.of());
        return with(read.prices(), Files.getLastModifiedTime(catalogue).toInstant());
    }

    /** This book with a list over it. */
    PriceBook with(PriceSource source, @Nullable Instant asOf) {
        List<Layer> over = new ArrayList<>();
        over.add(new Layer(source, asOf));
        over.addAll(layers);
        return new PriceBook(List.copyOf(over), time);
    }

    /** The same with another clock, which prices that change over time are chosen by; the machine's by default. */
    public PriceBook with(Time clock) {
        return new PriceBook(layers, Objects.requireNonNull(clock, "'clock' must not be null"));
    }

    @Override
    public @Nullable Money price(@Nullable String model, Usage usage) {
        return price(null, model, usage);
    }

    @Override
    public @Nullable Money price(@Nullable String provider, @Nullable String model, Usage usage) {
        return entry(provider, model).price(usage, time);
    }

    @Override
    public long picoUsd(@Nullable String model, long input, long output) {
        return picoUsd(null, model, input, output);
    }

    @Override
    public long picoUsd(@Nullable String provider, @Nullable String model, long input, long output) {
        ModelPrices prices = entry(provider, model).prices();
        return prices == null ? UNPRICED : prices.now(time).picoUsd(input, output);
    }

    @Override
    public @Nullable Money atMost(@Nullable String provider, @Nullable String model, Usage usage) {
        return entry(provider, model).atMost(usage, time);
    }

    @Override
    public boolean covers(@Nullable String provider, @Nullable String model, Usage usage) {
        return entry(provider, model).covers(usage, time);
    }

    @Override
    public Quote quote(@Nullable String provider, @Nullable String model, Usage usage) {
        return entry(provider, model).quote(usage, time);
    }

    /**
     * What a request costs that is priced by images or seconds, besides its tokens.
     *
     * @return null when the model is priced by neither
     */
    public @Nullable Money measured(@Nullable String provider, @Nullable String model, long images, long seconds) {
        ModelPrices prices = entry(provider, model).prices();
        PriceSheet sheet = prices == null ? null : prices.now(time);
        return sheet == null || !sheet.isMeasured()
                ? null
                : sheet.apiece(Unit.IMAGE, images).plus(sheet.apiece(Unit.SECOND, seconds));
    }

    /** Where the price of the model comes from; null when it has none. */
    public @Nullable PriceOrigin origin(@Nullable String provider, @Nullable String model) {
        return entry(provider, model).origin();
    }

    /** What imported catalogues say of a model that they price, the first that says something about each of its abilities. */
    @Override
    public ModelFacts facts(@Nullable String provider, @Nullable String model) {
        return entry(provider, model).facts();
    }

    /** The models that have a price, by the names that their lists have for them. */
    public Set<String> models() {
        Set<String> names = new TreeSet<>();
        layers.forEach(layer -> names.addAll(layer.source().entries().keySet()));
        return names;
    }

    /** The names that were asked for and have a price, each with where it came from; more than one where several providers serve it. */
    Map<String, Set<PriceOrigin>> used() {
        Map<String, Set<PriceOrigin>> used = new TreeMap<>();
        cache.values()
                .forEach(names -> names.forEach((model, found) -> {
                    if (found.origin() != null) {
                        used.computeIfAbsent(model, absent -> new LinkedHashSet<>())
                                .add(found.origin());
                    }
                }));
        return used;
    }

    /** Where the prices of a name came from; none when nobody asked for it. */
    Set<PriceOrigin> used(String model) {
        Set<PriceOrigin> used = new LinkedHashSet<>();
        for (Map<String, FoundPrice> names : cache.values()) {
            FoundPrice found = names.get(model);
            if (found != null && found.origin() != null) {
                used.add(found.origin());
            }
        }
        return used;
    }

    /** How many names are remembered. */
    int cached() {
        return cache.values().stream().mapToInt(Map::size).sum();
    }

    private FoundPrice entry(@Nullable String provider, @Nullable String model) {
        if (model == null) {
            return FoundPrice.NONE;
        }
        int place = model.hashCode() & (RECENT - 1);
        Recent known = recent[place];
        if (known != null && known.is(provider, model)) {
            return known.found();
        }
        FoundPrice found = cached(provider, model);
        recent[place] = new Recent(provider, model, found);
        return found;
    }

    private FoundPrice cached(@Nullable String provider, String model) {
        String key = provider == null ? "" : provider;
        Map<String, FoundPrice> names = cache.get(key);
        if (names != null) {
            FoundPrice cached = names.get(model);
            if (cached != null) {
                return cached;
            }
        }
        FoundPrice found = look(Providers.of(provider), model);
        if (names == null && cache.size() < MOST_PROVIDERS) {
            names = cache.computeIfAbsent(key, absent -> new ConcurrentHashMap<>());
        }
        if (names != null && names.size() < MOST_CACHED) {
            names.put(model, found);
        }
        return found;
    }

    /** A name may itself tell who serves it. */
    private FoundPrice look(@Nullable String provider, String model) {
        if (provider != null) {
            return search(provider, model);
        }
        int slash = model.indexOf('/');
        if (slash > 0 && Providers.isKnown(model.substring(0, slash))) {
            return search(Providers.of(model.substring(0, slash)), model);
        }
        return search(ModelNames.isBedrocks(model) ? Providers.AWS : null, model);
    }

    private FoundPrice search(@Nullable String provider, String model) {
        PriceEntry first = null;
        ModelPrices searches = null;
        PriceOrigin origin = null;
        ModelFacts facts = ModelFacts.UNKNOWN;
        for (Layer layer : layers) {
            PriceEntry entry = layer.source().find(provider, model);
            if (entry == null) {
                continue;
            }
            if (first == null) {
                first = entry;
                origin = new PriceOrigin(layer.source().name(), entry.name(), layer.asOf());
            }
            facts = facts.or(entry.facts());
            if (searches == null && entry.prices().now(time).has(Unit.WEB_SEARCH)) {
                searches = entry.prices();
            }
        }
        return first == null ? FoundPrice.NONE : new FoundPrice(first.prices(), searches, origin, facts);
    }
}
