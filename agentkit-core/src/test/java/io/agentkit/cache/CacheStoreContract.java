package io.agentkit.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.test.FakeTime;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store of a cache has to do. A test of an implementation extends it and makes the store. */
abstract class CacheStoreContract {

    private static final Duration TTL = Duration.ofSeconds(10);

    final FakeTime time = new FakeTime();
    private CacheStore store;

    /** A new, empty store that goes by the time and has room for some entries. */
    abstract CacheStore createStore(FakeTime clock);

    @BeforeEach
    void createTheStore() {
        store = createStore(time);
    }

    @Test // TC-505
    void givesBackWhatItKeepsAlsoWithoutText() {
        store.put("a", new TextEntry("text"), TTL);
        store.put("b", new TextEntry(""), TTL);

        assertThat(text("a")).isEqualTo("text");
        assertThat(text("b")).isEmpty();
        assertThat(store.get("c")).isNull();
    }

    @Test // TC-504
    void forgetsAnEntryAtTheMomentItsTimeIsOver() {
        store.put("a", new TextEntry("text"), TTL);

        time.advance(Duration.ofMillis(9_900));
        assertThat(text("a")).isEqualTo("text");
        time.advance(Duration.ofMillis(100));
        assertThat(store.get("a")).isNull();
    }

    @Test
    void replacesAnEntryAndItsTime() {
        store.put("a", new TextEntry("old"), TTL);
        time.advance(Duration.ofSeconds(9));
        store.put("a", new TextEntry("new"), TTL);

        time.advance(Duration.ofSeconds(9));
        assertThat(text("a")).isEqualTo("new");
        store.put("a", new TextEntry("newer"), Duration.ofSeconds(1));
        time.advance(Duration.ofSeconds(1));
        assertThat(store.get("a")).isNull();
    }

    @Test
    void removesAnEntryOnceAndAgain() {
        store.put("a", new TextEntry("text"), TTL);

        store.remove("a");
        store.remove("a");

        assertThat(store.get("a")).isNull();
    }

    @Test
    void keepsTextsExactly() {
        String text = "{\"a\":\"\u00e9e\u0301\uD83D\uDE00\\u0000\"}\n\0";

        store.put("a", new TextEntry(text), TTL);

        assertThat(text("a")).isEqualTo(text);
    }

    private String text(String key) {
        CacheEntry entry = store.get(key);
        TextEntry read = entry == null ? null : TextEntry.read(entry);
        return read == null ? null : read.text();
    }
}
