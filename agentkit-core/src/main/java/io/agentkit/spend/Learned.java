package io.agentkit.spend;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** How long the answers of each model are. Thread-safe, bounded. */
final class Learned {

    private static final int MOST_MODELS = 500;

    private static final String UNNAMED = "";

    private final Map<String, OutputQuantile> models = new ConcurrentHashMap<>();

    private final MeterSpec spec;

    /** Mostly one model is asked again and again. Read without a lock: an older one is as good, since its fields are final. */
    private @Nullable Recent recent;

    private record Recent(String model, OutputQuantile quantile) {}

    Learned(MeterSpec spec) {
        this.spec = spec;
    }

    /** What an answer of the model is assumed to have at most. */
    long output(@Nullable String model) {
        OutputQuantile quantile = find(model);
        long learned = quantile == null ? 0 : quantile.tokens();
        return learned == 0 ? spec.assumedMaxOutput() : learned;
    }

    void add(@Nullable String model, long tokens) {
        OutputQuantile known = find(model);
        if (known != null) {
            known.add(tokens);
        } else if (models.size() < MOST_MODELS) {
            models.computeIfAbsent(
                            model == null ? UNNAMED : model,
                            absent -> new OutputQuantile(spec.learnAfter(), spec.outputQuantile()))
                    .add(tokens);
        }
    }

    @SuppressWarnings("ReferenceEquality") // equal names that are other objects are looked up
    private @Nullable OutputQuantile find(@Nullable String model) {
        String name = model == null ? UNNAMED : model;
        Recent last = recent;
        if (last != null && last.model() == name) {
            return last.quantile();
        }
        OutputQuantile found = models.get(name);
        if (found != null) {
            recent = new Recent(name, found);
        }
        return found;
    }
}
