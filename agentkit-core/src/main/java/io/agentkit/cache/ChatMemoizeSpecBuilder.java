package io.agentkit.cache;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects settings of {@link ChatMemoizeSpec}; what is not set has its default. Not thread-safe.
 */
public final class ChatMemoizeSpecBuilder {

    private @Nullable Duration ttl;
    private @Nullable Integer maxEntries;
    private @Nullable Long maxBytes;
    private @Nullable List<String> scope;
    private @Nullable Duration maxWait;
    private @Nullable Duration staleWhileError;
    private @Nullable Boolean toolRequests;
    private @Nullable Replay replay;
    private @Nullable Duration pace;
    private @Nullable String store;
    private @Nullable String key;
    private @Nullable String when;

    ChatMemoizeSpecBuilder() {}

    public ChatMemoizeSpecBuilder ttl(Duration value) {
        ttl = value;
        return this;
    }

    /** Of the store in memory. */
    public ChatMemoizeSpecBuilder bounds(int entries, long bytes) {
        maxEntries = entries;
        maxBytes = bytes;
        return this;
    }

    public ChatMemoizeSpecBuilder scope(String... keys) {
        scope = List.of(keys);
        return this;
    }

    public ChatMemoizeSpecBuilder maxWait(Duration value) {
        maxWait = value;
        return this;
    }

    public ChatMemoizeSpecBuilder staleWhileError(Duration value) {
        staleWhileError = value;
        return this;
    }

    public ChatMemoizeSpecBuilder toolRequests(boolean value) {
        toolRequests = value;
        return this;
    }

    public ChatMemoizeSpecBuilder paced(Duration value) {
        replay = Replay.PACED;
        pace = value;
        return this;
    }

    public ChatMemoizeSpecBuilder store(String bean) {
        store = bean;
        return this;
    }

    public ChatMemoizeSpecBuilder key(String bean) {
        key = bean;
        return this;
    }

    public ChatMemoizeSpecBuilder when(String bean) {
        when = bean;
        return this;
    }

    public ChatMemoizeSpec build() {
        return new ChatMemoizeSpec(
                ttl,
                maxEntries,
                maxBytes,
                scope,
                maxWait,
                staleWhileError,
                toolRequests,
                replay,
                pace,
                store,
                key,
                when);
    }
}
