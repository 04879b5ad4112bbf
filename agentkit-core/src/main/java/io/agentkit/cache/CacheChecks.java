package io.agentkit.cache;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What settings of caches have to be. */
final class CacheChecks {

    private CacheChecks() {}

    static void positive(String setting, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException("'%s' must be more than zero (was %s)".formatted(setting, value));
        }
    }

    static void notNegative(String setting, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException("'%s' must not be negative (was %s)".formatted(setting, value));
        }
    }

    static @Nullable String named(String setting, @Nullable String bean) {
        if (bean != null && bean.isBlank()) {
            throw new IllegalArgumentException("'%s' must name a bean (was blank)".formatted(setting));
        }
        return bean;
    }

    /** @param store the bean that they do not go with; null for a store in memory */
    static void bounds(@Nullable Integer maxEntries, @Nullable Long maxBytes, @Nullable String store) {
        if (maxEntries != null && maxEntries < 1) {
            throw new IllegalArgumentException("'maxEntries' must be at least 1 (was %d)".formatted(maxEntries));
        }
        if (maxBytes != null && maxBytes < 1_024) {
            throw new IllegalArgumentException("'maxBytes' must be at least 1024 (was %d)".formatted(maxBytes));
        }
        if (store != null && (maxEntries != null || maxBytes != null)) {
            throw new IllegalArgumentException(
                    "'%s' must not be set where 'store' names another one: it bounds the memory"
                            .formatted(maxEntries == null ? "maxBytes" : "maxEntries"));
        }
    }
}
