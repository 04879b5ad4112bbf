package io.agentkit.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.test.FakeTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class InMemoryCacheStoreTests extends CacheStoreContract {

    private static final Duration TTL = Duration.ofMinutes(1);

    @Override
    CacheStore createStore(FakeTime clock) {
        return new InMemoryCacheStore(100, 1 << 20, clock);
    }

    @Test
    void keepsNoMoreEntriesThanItMay() {
        InMemoryCacheStore store = new InMemoryCacheStore(3, 1 << 20, time);

        for (int i = 0; i < 50; i++) {
            store.put("key" + i, new TextEntry("x"), TTL);
        }

        assertThat(store.size()).isEqualTo(3);
        assertThat(store.evictions()).isEqualTo(47);
    }

    @Test
    void keepsNoMoreBytesThanItMay() {
        InMemoryCacheStore store = new InMemoryCacheStore(1_000, 100_000, time);

        for (int i = 0; i < 50; i++) {
            store.put("key" + i, new TextEntry("x".repeat(5_000)), TTL);
        }

        assertThat(store.bytes()).isBetween(1L, 100_000L);
        assertThat(store.size()).isBetween(1L, 9L);
    }

    @Test
    void keepsNothingThatIsLargerThanAllItMayKeep() {
        InMemoryCacheStore store = new InMemoryCacheStore(10, 10_000, time);
        store.put("small", new TextEntry("x"), TTL);

        store.put("large", new TextEntry("x".repeat(10_000)), TTL);
        store.put("endless", new Endless(), TTL);

        assertThat(store.get("large")).isNull();
        assertThat(store.get("endless")).isNull();
        assertThat(store.get("small")).isNotNull();
    }

    @Test
    void countsWhatItKeepsAndNothingElse() {
        InMemoryCacheStore store = new InMemoryCacheStore(10, 1 << 20, time);
        store.put("a", new TextEntry("x"), TTL);
        long one = store.bytes();

        store.put("a", new TextEntry("x"), TTL);
        store.put("b", new TextEntry("y"), TTL);
        assertThat(store.bytes()).isEqualTo(2 * one);
        store.remove("a");
        assertThat(store.bytes()).isEqualTo(one);
        time.advance(TTL);
        assertThat(store.bytes()).isZero();
        assertThat(store.size()).isZero();
        assertThat(store.evictions()).isZero();
    }

    @Test
    void keepsForAsLongAsThereIsTime() {
        InMemoryCacheStore store = new InMemoryCacheStore(10, 1 << 20, time);

        store.put("a", new TextEntry("x"), Duration.ofSeconds(Long.MAX_VALUE));
        time.advance(Duration.ofDays(10_000));

        assertThat(store.get("a")).isNotNull();
    }

    @Test
    void refusesBoundsThatKeepNothing() {
        assertThatThrownBy(() -> new InMemoryCacheStore(0, 1_024, time))
                .hasMessage("'maxEntries' must be at least 1 (was 0)");
        assertThatThrownBy(() -> new InMemoryCacheStore(1, 1_023, time))
                .hasMessage("'maxBytes' must be at least 1024 (was 1023)");
    }

    private record Endless() implements CacheEntry {

        @Override
        public byte[] encoded() {
            return new byte[0];
        }

        @Override
        public long bytes() {
            return Long.MAX_VALUE - 1_000;
        }
    }
}
