package io.agentkit.cache;

import io.agentkit.ToolMiddleware;
import io.agentkit.spec.Resources;
import io.agentkit.spec.ToolSpec;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Uses results of tools again that change nothing ({@code read-only}): the same tool with the same arguments in the same scope. Of calls that
 * come at the same time one asks and the others wait for its answer. Failures, refusals and results of any other tool are never kept. A store
 * that fails is gone without. Immutable.
 *
 * <p>Calls that are answered so use nothing: no rate limit, no budget. {@link CacheControl} has a call or a run ask anew.
 *
 * @param ttl how long a result is used; more than 0; 10 minutes by default
 * @param maxEntries how many results are kept in memory; at least 1; 10,000 by default
 * @param maxBytes how much memory they take, reckoned; at least 1,024; 67,108,864 by default
 * @param scope which values of a run's scope keep results apart: {@code all} that it has, by default; some, such as {@code tenant}, and calls
 *     without a value for one of them are not kept; {@code none} lets everybody share
 * @param maxWait how long a call waits for another one's answer before it asks itself; 0 never waits; 1 minute by default
 * @param store name of a bean that keeps the results, a {@code CacheStore}; in memory by default
 * @param key name of a function of calls that says what makes two of them the same in place of arguments and context, beside chain, tool and
 *     scope; what it gives no key is not kept; not set by default
 * @param when name of a predicate of calls that says which of them may be kept at all; it can rule out calls and never let in a tool that
 *     changes something; not set by default
 */
@ConfigurationPropertiesSource
public record MemoizeSpec(
        Duration ttl,
        Integer maxEntries,
        Long maxBytes,
        List<String> scope,
        Duration maxWait,
        @Nullable String store,
        @Nullable String key,
        @Nullable String when)
        implements ToolSpec {

    public MemoizeSpec(
            @Nullable Duration ttl,
            @Nullable Integer maxEntries,
            @Nullable Long maxBytes,
            @Nullable List<String> scope,
            @Nullable Duration maxWait,
            @Nullable String store,
            @Nullable String key,
            @Nullable String when) {
        this.ttl = Objects.requireNonNullElse(ttl, Duration.ofMinutes(10));
        this.maxEntries = Objects.requireNonNullElse(maxEntries, 10_000);
        this.maxBytes = Objects.requireNonNullElse(maxBytes, 1L << 26);
        this.scope = ScopeKeys.checked(scope);
        this.maxWait = Objects.requireNonNullElse(maxWait, Duration.ofMinutes(1));
        this.store = CacheChecks.named("store", store);
        this.key = CacheChecks.named("key", key);
        this.when = CacheChecks.named("when", when);
        CacheChecks.positive("ttl", this.ttl);
        CacheChecks.bounds(maxEntries, maxBytes, store);
        CacheChecks.notNegative("maxWait", this.maxWait);
    }

    public static MemoizeSpec defaults() {
        return new MemoizeSpec(null, null, null, null, null, null, null, null);
    }

    public MemoizeSpec withTtl(Duration value) {
        return new MemoizeSpec(value, bound(maxEntries), bound(maxBytes), scope, maxWait, store, key, when);
    }

    /** In memory. */
    public MemoizeSpec withBounds(int entries, long bytes) {
        return new MemoizeSpec(ttl, entries, bytes, scope, maxWait, null, key, when);
    }

    public MemoizeSpec withScope(String... keys) {
        return new MemoizeSpec(ttl, bound(maxEntries), bound(maxBytes), List.of(keys), maxWait, store, key, when);
    }

    public MemoizeSpec withMaxWait(Duration value) {
        return new MemoizeSpec(ttl, bound(maxEntries), bound(maxBytes), scope, value, store, key, when);
    }

    /** In another store. */
    public MemoizeSpec withStore(String name) {
        return new MemoizeSpec(ttl, null, null, scope, maxWait, name, key, when);
    }

    public MemoizeSpec withKey(@Nullable String name) {
        return new MemoizeSpec(ttl, bound(maxEntries), bound(maxBytes), scope, maxWait, store, name, when);
    }

    public MemoizeSpec withWhen(@Nullable String name) {
        return new MemoizeSpec(ttl, bound(maxEntries), bound(maxBytes), scope, maxWait, store, key, name);
    }

    private <N> @Nullable N bound(N value) {
        return store == null ? value : null;
    }

    @Override
    public ToolMiddleware toolMiddleware(Resources resources) {
        Caching caching = Caching.of(resources, "tool", store, maxEntries, maxBytes);
        return new ToolMemoize(new Memoized<>(
                caching.memoize(ToolAnswers.INSTANCE, ttl, Duration.ZERO, maxWait),
                new ToolKeys(new ScopeKeys(scope), caching.ownKey(key)),
                caching.when(when),
                caching.failures()));
    }
}
