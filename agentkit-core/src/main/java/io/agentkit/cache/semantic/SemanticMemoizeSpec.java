package io.agentkit.cache.semantic;

import io.agentkit.ChatMiddleware;
import io.agentkit.cache.CacheFigures;
import io.agentkit.cache.CacheStore;
import io.agentkit.cache.Caches;
import io.agentkit.cache.ChatKeys;
import io.agentkit.cache.Comparisons;
import io.agentkit.cache.Failures;
import io.agentkit.cache.ScopeKeys;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Gives a call the answer to a question that means the same: found by its vector, and given only where numbers, dates, names, code, denials
 * and the parts that words play agree. Model, options, instructions, tools, schema, scope and the conversation before have to be the same; what
 * may differ is the wording of the user's last message. Answers that ask for tools, were cut or withheld, or are empty are never kept. What
 * fails is gone without. Immutable.
 *
 * <p>A call that is answered so sends no request: no rate limit, no budget. What embeds its text may cost something, which no budget sees.
 * {@link io.agentkit.cache.CacheControl} has a call or a run ask anew.
 *
 * @param threshold the cosine of two questions from which they may mean the same; more than 0, at most 1; 0.85 by default
 * @param ttl how long an answer is used; more than 0; 10 minutes by default
 * @param maxEntries how many answers are kept in memory; at least 1; 10,000 by default
 * @param maxBytes how much memory they and their vectors take, reckoned; at least 1,024; 67,108,864 by default
 * @param maxText how many characters a question may have; at least 1; 2,000 by default: models embed only so much of a text
 * @param shadow the share of hits for which the model is asked all the same, to see whether it says what is kept; 0 to 1; 0 by default
 * @param scope which values of a run's scope keep answers apart: {@code all} that it has, by default; some, such as {@code tenant}, and calls
 *     without a value for one of them are not kept; {@code none} lets everybody share
 * @param embedder name of a bean that embeds texts; the only one that there is by default
 * @param vector name of a bean that keeps questions with their vectors, an index or a vector store; in memory by default
 * @param store name of a bean that keeps the answers, a {@code CacheStore}; beside the questions by default
 * @param text name of a function of calls that says what is looked for; the user's last message by default
 * @param key name of a function of calls that says what has to be the same beside chain and scope; all but the user's last message by default
 * @param when name of a predicate of calls that says which of them may be answered so at all; not set by default
 */
@ConfigurationPropertiesSource
public record SemanticMemoizeSpec(
        Double threshold,
        Duration ttl,
        Integer maxEntries,
        Long maxBytes,
        Integer maxText,
        Double shadow,
        List<String> scope,
        @Nullable String embedder,
        @Nullable String vector,
        @Nullable String store,
        @Nullable String text,
        @Nullable String key,
        @Nullable String when)
        implements ChatSpec {

    public SemanticMemoizeSpec(
            @Nullable Double threshold,
            @Nullable Duration ttl,
            @Nullable Integer maxEntries,
            @Nullable Long maxBytes,
            @Nullable Integer maxText,
            @Nullable Double shadow,
            @Nullable List<String> scope,
            @Nullable String embedder,
            @Nullable String vector,
            @Nullable String store,
            @Nullable String text,
            @Nullable String key,
            @Nullable String when) {
        this.threshold = Objects.requireNonNullElse(threshold, 0.85);
        this.ttl = Objects.requireNonNullElse(ttl, Duration.ofMinutes(10));
        this.maxEntries = Objects.requireNonNullElse(maxEntries, 10_000);
        this.maxBytes = Objects.requireNonNullElse(maxBytes, 1L << 26);
        this.maxText = Objects.requireNonNullElse(maxText, 2_000);
        this.shadow = Objects.requireNonNullElse(shadow, 0.0);
        this.scope = ScopeKeys.checked(scope);
        this.embedder = named("embedder", embedder);
        this.vector = named("vector", vector);
        this.store = named("store", store);
        this.text = named("text", text);
        this.key = named("key", key);
        this.when = named("when", when);
        check(
                this.threshold > 0 && this.threshold <= 1,
                "'threshold' must be more than 0 and at most 1",
                this.threshold);
        check(!this.ttl.isNegative() && !this.ttl.isZero(), "'ttl' must be more than zero", this.ttl);
        check(this.maxEntries >= 1, "'maxEntries' must be at least 1", this.maxEntries);
        check(this.maxBytes >= 1_024, "'maxBytes' must be at least 1024", this.maxBytes);
        check(this.maxText >= 1, "'maxText' must be at least 1", this.maxText);
        check(this.shadow >= 0 && this.shadow <= 1, "'shadow' must be between 0 and 1", this.shadow);
        if (vector != null && (maxEntries != null || maxBytes != null)) {
            throw new IllegalArgumentException(
                    "'%s' must not be set where 'vector' names another index: it bounds the memory"
                            .formatted(maxEntries == null ? "maxBytes" : "maxEntries"));
        }
    }

    private static void check(boolean right, String rule, Object was) {
        if (!right) {
            throw new IllegalArgumentException("%s (was %s)".formatted(rule, was));
        }
    }

    private static @Nullable String named(String setting, @Nullable String bean) {
        if (bean != null && bean.isBlank()) {
            throw new IllegalArgumentException("'%s' must name a bean (was blank)".formatted(setting));
        }
        return bean;
    }

    public static SemanticMemoizeSpec defaults() {
        return new Builder().build();
    }

    /** A builder that starts from the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public ChatMiddleware chatMiddleware(Resources resources) {
        String owner = resources.owner();
        Comparisons comparisons = new Comparisons();
        CacheFigures figures = new CacheFigures(owner == null ? "semantic-memoize" : owner, comparisons);
        Failures failures = new Failures(figures);
        Caches caches = resources.find(Caches.class);
        if (caches != null) {
            caches.add(figures);
        }
        EmbeddingSources sources = new EmbeddingSources(resources);
        Embedder embeds = sources.embedder(embedder, vector != null);
        SemanticIndex index = vector == null && embeds != null
                ? new InMemorySemanticIndex(
                        embeds, maxEntries, maxBytes, resources.environment().time())
                : sources.index(Objects.requireNonNull(vector));
        if (store != null) {
            index = new StoredAnswers(index, resources.get(store, CacheStore.class));
        }
        return new SemanticMemoize(
                new Questions(new ChatKeys("semantic", new ScopeKeys(scope)), maxText, own(resources), failures),
                new GuardedIndex(index, threshold, ttl, failures),
                new Agreement(embeds, threshold, failures),
                shadow,
                figures,
                comparisons,
                failures);
    }

    @SuppressWarnings("unchecked") // functions of calls; one of anything else fails, and is told of
    private Questions.Own own(Resources resources) {
        return new Questions.Own(
                text == null ? null : resources.get(text, Function.class),
                key == null ? null : resources.get(key, Function.class),
                when == null ? null : resources.get(when, Predicate.class));
    }

    /** Collects settings. Not thread-safe. */
    public static final class Builder {

        private @Nullable Double threshold;
        private @Nullable Duration ttl;
        private @Nullable Integer maxEntries;
        private @Nullable Long maxBytes;
        private @Nullable Integer maxText;
        private @Nullable Double shadow;
        private @Nullable List<String> scope;
        private @Nullable String embedder;
        private @Nullable String vector;
        private @Nullable String store;
        private @Nullable String text;
        private @Nullable String key;
        private @Nullable String when;

        private Builder() {}

        public Builder threshold(double value) {
            threshold = value;
            return this;
        }

        public Builder ttl(Duration value) {
            ttl = value;
            return this;
        }

        /** In memory. */
        public Builder bounds(int entries, long bytes) {
            maxEntries = entries;
            maxBytes = bytes;
            return this;
        }

        public Builder maxText(int characters) {
            maxText = characters;
            return this;
        }

        public Builder shadow(double share) {
            shadow = share;
            return this;
        }

        public Builder scope(String... keys) {
            scope = List.of(keys);
            return this;
        }

        public Builder embedder(String bean) {
            embedder = bean;
            return this;
        }

        public Builder vector(String bean) {
            vector = bean;
            return this;
        }

        public Builder store(String bean) {
            store = bean;
            return this;
        }

        public Builder text(String bean) {
            text = bean;
            return this;
        }

        public Builder key(String bean) {
            key = bean;
            return this;
        }

        public Builder when(String bean) {
            when = bean;
            return this;
        }

        public SemanticMemoizeSpec build() {
            return new SemanticMemoizeSpec(
                    threshold,
                    ttl,
                    maxEntries,
                    maxBytes,
                    maxText,
                    shadow,
                    scope,
                    embedder,
                    vector,
                    store,
                    text,
                    key,
                    when);
        }
    }
}
