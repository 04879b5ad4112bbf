package io.agentkit.price;

import io.agentkit.chat.KnownModels;
import io.agentkit.chat.ModelFacts;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
import io.agentkit.time.Time;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Prices that may change while the application runs: the application's own over imported catalogues over those that agentkit brings. A
 * catalogue is replaced as a whole and in one step; a request is priced by one or the other, never by parts of both. Thread-safe.
 *
 * <p>{@link #start} reads the kept copies and then each source once; where there is no copy it waits for the source, for as long as its
 * timeout says. After that sources are looked at in the background. Without imports nothing is started.
 */
public final class LivePrices implements Pricing, KnownModels, AutoCloseable {

    private static final int MOST_USED = 1_000;

    private final PriceBook builtIn;
    private final Map<String, Rates> own;
    private final Time time;
    private final List<CatalogueImport> imports = new ArrayList<>();
    private final Map<CatalogueImport, Time.Timer> timers = new ConcurrentHashMap<>();
    private final Set<Thread> looking = ConcurrentHashMap.newKeySet();
    private final Map<String, Set<PriceOrigin>> usedBefore = new ConcurrentHashMap<>();
    private volatile PriceBook book;
    private volatile boolean closed;

    /**
     * Without {@link #start}, only the application's own prices and those that agentkit brings.
     *
     * @param own the application's own prices, by model
     * @param catalogues what to import; the first that knows a model decides
     * @param random spreads the looks of many processes
     * @throws IllegalStateException when there is something to import and no Jackson to read it with
     */
    public LivePrices(Map<String, Rates> own, List<CatalogueSpec> catalogues, Time time, RandomGenerator random) {
        this.own = Map.copyOf(own);
        this.time = Objects.requireNonNull(time, "'time' must not be null");
        this.builtIn = PriceBook.builtIn().with(time);
        this.book = builtIn.with(this.own);
        if (!catalogues.isEmpty()) {
            requireJackson();
        }
        for (CatalogueSpec spec : catalogues) {
            imports.add(new CatalogueImport(spec, time, random, this::rebuild));
        }
    }

    private static void requireJackson() {
        try {
            Class.forName("tools.jackson.databind.json.JsonMapper", false, LivePrices.class.getClassLoader());
        } catch (ClassNotFoundException absent) {
            throw new IllegalStateException(
                    "To import prices, 'tools.jackson.core:jackson-databind' has to be on the class path", absent);
        }
    }

    /** Reads all catalogues and begins to look for changes. */
    public void start() {
        for (CatalogueImport each : imports) {
            each.restore();
            if (each.loaded() == null) {
                each.look();
                lookLater(each);
            } else {
                inBackground(each);
            }
        }
    }

    /** Looks at all sources now, on the calling thread. Never throws; see {@link #catalogues}. */
    public void refresh() {
        imports.forEach(CatalogueImport::look);
    }

    private void lookLater(CatalogueImport each) {
        timers.put(each, time.schedule(each.pause(), () -> inBackground(each)));
        if (closed) {
            cancelTimers();
        }
    }

    /** Timers are for short tasks, and a look may take as long as its timeout. */
    private void inBackground(CatalogueImport each) {
        Thread thread = new Thread(
                () -> {
                    each.look();
                    looking.remove(Thread.currentThread());
                    lookLater(each);
                },
                "agentkit-prices");
        thread.setDaemon(true);
        looking.add(thread);
        thread.start();
    }

    private synchronized void rebuild() {
        PriceBook next = builtIn;
        for (int i = imports.size() - 1; i >= 0; i--) {
            CatalogueImport.Loaded loaded = imports.get(i).loaded();
            if (loaded != null) {
                next = next.with(loaded.catalogue().prices(), loaded.asOf());
            }
        }
        book.used().forEach((model, origins) -> {
            if (usedBefore.size() < MOST_USED || usedBefore.containsKey(model)) {
                usedBefore.put(model, origins);
            }
        });
        book = next.with(own);
    }

    @Override
    public @Nullable Money price(@Nullable String model, Usage usage) {
        return book.price(model, usage);
    }

    @Override
    public @Nullable Money price(@Nullable String provider, @Nullable String model, Usage usage) {
        return book.price(provider, model, usage);
    }

    @Override
    public long picoUsd(@Nullable String model, long input, long output) {
        return book.picoUsd(model, input, output);
    }

    @Override
    public long picoUsd(@Nullable String provider, @Nullable String model, long input, long output) {
        return book.picoUsd(provider, model, input, output);
    }

    @Override
    public @Nullable Money atMost(@Nullable String provider, @Nullable String model, Usage usage) {
        return book.atMost(provider, model, usage);
    }

    @Override
    public boolean covers(@Nullable String provider, @Nullable String model, Usage usage) {
        return book.covers(provider, model, usage);
    }

    @Override
    public Quote quote(@Nullable String provider, @Nullable String model, Usage usage) {
        return book.quote(provider, model, usage);
    }

    @Override
    public ModelFacts facts(@Nullable String provider, @Nullable String model) {
        return book.facts(provider, model);
    }

    /** The prices of this moment, which no refresh changes. */
    public PriceBook book() {
        return book;
    }

    /** Where the prices came from that the model was last priced with; more than one where several providers serve it. */
    public Set<PriceOrigin> used(String model) {
        Set<PriceOrigin> used = book.used(model);
        Set<PriceOrigin> before = usedBefore.get(model);
        return used.isEmpty() && before != null ? new LinkedHashSet<>(before) : used;
    }

    /** How the imported catalogues stand, in the order in which they decide. */
    public List<CatalogueStatus> catalogues() {
        return imports.stream().map(CatalogueImport::status).toList();
    }

    /** Looks for no more changes, also not those that it is looking for now. Prices stay as they are. */
    @Override
    public void close() {
        closed = true;
        cancelTimers();
        looking.forEach(Thread::interrupt);
        imports.forEach(CatalogueImport::stop);
    }

    private void cancelTimers() {
        timers.values().forEach(Time.Timer::cancel);
        timers.clear();
    }
}
