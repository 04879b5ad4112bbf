package io.agentkit.cache;

import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Uses answers of models again: for the same request, to the last option, in the same scope. Of calls that ask the same at one time one asks
 * and the others wait for its answer. Answers that are cut, withheld, empty or another model's, and failures, are never kept; nor is anything
 * where the provider runs tools or keeps the conversation. A store that fails is gone without. Immutable.
 *
 * <p>Calls that are answered so use nothing: no rate limit, no budget. {@link CacheControl} has a call or a run ask anew.
 *
 * @param ttl how long an answer is used; more than 0; 10 minutes by default
 * @param maxEntries how many answers are kept in memory; at least 1; 10,000 by default
 * @param maxBytes how much memory they take, reckoned; at least 1,024; 67,108,864 by default
 * @param scope which values of a run's scope keep answers apart: {@code all} that it has, by default; some, such as {@code tenant}, and calls
 *     without a value for one of them are not kept; {@code none} lets everybody share
 * @param maxWait how long a call waits for another one's answer before it asks itself; 0 never waits; 1 minute by default
 * @param staleWhileError how long after its time an answer is still used when the model cannot be reached; 0, never, by default
 * @param toolRequests whether answers are kept in which the model asks for tools; false by default
 * @param replay how an answer that is used again reaches who streams: {@code at-once}, by default, or a few words at a
 *     time
 * @param pace how long the stream pauses after each few words, for a {@code replay} that is not at once; more than 0; 20 milliseconds by default
 * @param store name of a bean that keeps the answers, a {@code CacheStore}; in memory by default
 * @param key name of a function of calls that says what makes two of them the same in place of the request and the model, beside chain and
 *     scope; what it gives no key is not kept; not set by default
 * @param when name of a predicate of calls that says which of them may be kept at all; it can only rule out; not set by default
 */
@ConfigurationPropertiesSource
public record ChatMemoizeSpec(
        Duration ttl,
        Integer maxEntries,
        Long maxBytes,
        List<String> scope,
        Duration maxWait,
        Duration staleWhileError,
        Boolean toolRequests,
        Replay replay,
        Duration pace,
        @Nullable String store,
        @Nullable String key,
        @Nullable String when)
        implements ChatSpec {

    private static final Duration PACE = Duration.ofMillis(20);

    public ChatMemoizeSpec(
            @Nullable Duration ttl,
            @Nullable Integer maxEntries,
            @Nullable Long maxBytes,
            @Nullable List<String> scope,
            @Nullable Duration maxWait,
            @Nullable Duration staleWhileError,
            @Nullable Boolean toolRequests,
            @Nullable Replay replay,
            @Nullable Duration pace,
            @Nullable String store,
            @Nullable String key,
            @Nullable String when) {
        this.ttl = Objects.requireNonNullElse(ttl, Duration.ofMinutes(10));
        this.maxEntries = Objects.requireNonNullElse(maxEntries, 10_000);
        this.maxBytes = Objects.requireNonNullElse(maxBytes, 1L << 26);
        this.scope = ScopeKeys.checked(scope);
        this.maxWait = Objects.requireNonNullElse(maxWait, Duration.ofMinutes(1));
        this.staleWhileError = Objects.requireNonNullElse(staleWhileError, Duration.ZERO);
        this.toolRequests = Objects.requireNonNullElse(toolRequests, false);
        this.replay = Objects.requireNonNullElse(replay, Replay.AT_ONCE);
        this.pace = Objects.requireNonNullElse(pace, PACE);
        this.store = CacheChecks.named("store", store);
        this.key = CacheChecks.named("key", key);
        this.when = CacheChecks.named("when", when);
        CacheChecks.positive("ttl", this.ttl);
        CacheChecks.bounds(maxEntries, maxBytes, store);
        CacheChecks.notNegative("maxWait", this.maxWait);
        CacheChecks.notNegative("staleWhileError", this.staleWhileError);
        CacheChecks.positive("pace", this.pace);
        if (pace != null && this.replay != Replay.PACED) {
            throw new IllegalArgumentException("'pace' has no effect unless 'replay' is 'paced'");
        }
    }

    public static ChatMemoizeSpec defaults() {
        return builder().build();
    }

    public static ChatMemoizeSpecBuilder builder() {
        return new ChatMemoizeSpecBuilder();
    }

    @Override
    public ChatMiddleware chatMiddleware(Resources resources) {
        Caching caching = Caching.of(resources, "chat", store, maxEntries, maxBytes);
        ChatAnswers answers =
                new ChatAnswers(toolRequests, resources.environment().time());
        Memoize<ChatRequest, ChatReply> memoize = caching.memoize(answers, ttl, staleWhileError, maxWait);
        return new ChatMemoize(
                new Memoized<>(memoize, keys(caching.<ChatRequest>ownKey(key)), caching.when(when), caching.failures()),
                replay == Replay.PACED ? pace : null);
    }

    private Memoized.Keys<ChatRequest> keys(@Nullable OwnKey<ChatRequest> own) {
        ChatKeys keys = new ChatKeys("memoize", new ScopeKeys(scope));
        return own == null ? keys::of : call -> of(keys, call, own.of(call));
    }

    private static @Nullable String of(ChatKeys keys, Call<ChatRequest> call, @Nullable String own) {
        return own == null ? null : keys.of(call, own);
    }
}
