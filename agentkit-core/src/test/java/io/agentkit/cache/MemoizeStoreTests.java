package io.agentkit.cache;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.agentkit.ErrorKind;
import io.agentkit.chat.CacheStatus;
import io.agentkit.tool.ToolResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class MemoizeStoreTests {

    /** Keeps bytes, as a store on another machine does, and fails when it is told to. */
    private static final class Bytes implements CacheStore {

        final Map<String, byte[]> bytes = new ConcurrentHashMap<>();
        final Map<String, Duration> times = new ConcurrentHashMap<>();

        @Nullable
        RuntimeException readFails;

        @Nullable
        RuntimeException writeFails;

        @Override
        public @Nullable CacheEntry get(String key) {
            if (readFails != null) {
                throw readFails;
            }
            byte[] read = bytes.get(key);
            return read == null ? null : CacheEntry.of(read);
        }

        @Override
        public void put(String key, CacheEntry entry, Duration timeToLive) {
            if (writeFails != null) {
                throw writeFails;
            }
            bytes.put(key, entry.encoded());
            times.put(key, timeToLive);
        }

        @Override
        public void remove(String key) {
            bytes.remove(key);
        }
    }

    private final Bytes store = new Bytes();
    private final CachedTools tools =
            new CachedTools().bean("redis", store).with(MemoizeSpec.defaults().withStore("redis"));
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void readsTheLog() {
        lines.start();
        ((Logger) LoggerFactory.getLogger(MemoizeSpec.class)).addAppender(lines);
    }

    @AfterEach
    void leavesTheLog() {
        ((Logger) LoggerFactory.getLogger(MemoizeSpec.class)).detachAppender(lines);
    }

    @Test
    void keepsResultsWhereTheApplicationSays() {
        tools.readOnly("{\"card\":\"4111\"}");

        assertThat(store.bytes.values()).singleElement().isEqualTo(new TextEntry("done").encoded());
        assertThat(store.times.values()).containsExactly(Duration.ofMinutes(10));
        assertThat(store.bytes.keySet()).singleElement().asString().matches("memoize:1:tool:[0-9a-f]{64}");
        assertThat(tools.readOnly("{\"card\":\"4111\"}").cacheStatus()).isEqualTo(CacheStatus.HIT);
    }

    @Test // TC-094
    void servesWhatAnybodyElsePutThere() {
        tools.readOnly("{}");
        store.bytes.replaceAll((key, bytes) -> new TextEntry("raw").encoded());

        assertThat(tools.readOnly("{}")).isEqualTo(new ToolResult("raw", CacheStatus.HIT));
    }

    @Test // TC-092
    void goesOnWithoutAStoreThatFails() {
        store.readFails = new IllegalStateException("redis://user:secret@host is down");
        store.writeFails = store.readFails;

        assertThat(tools.readOnly("{}")).isEqualTo(ToolResult.of("done"));
        assertThat(tools.readOnly("{}")).isEqualTo(ToolResult.of("done"));

        assertThat(tools.figures().failures()).isEqualTo(6);
        assertThat(tools.harness.events.of(CacheFailed.class)).first().satisfies(told -> {
            assertThat(told.cache()).isEqualTo("tool");
            assertThat(told.part()).isEqualTo(CacheFailed.Part.READ);
            assertThat(told.errorKind()).isEqualTo(ErrorKind.UNKNOWN);
        });
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "The store (reading) of cache 'tool' failed (unclassified error (IllegalStateException)); calls go on without it",
                        "The store (writing) of cache 'tool' failed (unclassified error (IllegalStateException)); calls go on without it");
        assertThat(lines.list)
                .allSatisfy(line -> assertThat(line.getThrowableProxy()).isNull());
    }

    @Test
    void saysThatTheStoreWorksAgain() {
        store.readFails = new IllegalStateException();
        tools.readOnly("{}");
        store.readFails = null;

        assertThat(tools.readOnly("{}").cacheStatus()).isEqualTo(CacheStatus.HIT);
        assertThat(lines.list.get(lines.list.size() - 1).getFormattedMessage())
                .isEqualTo("The store (reading) of cache 'tool' works again");
    }

    @Test
    void asksTheToolWhereTheStoreHasAnEntryThatCannotBeRead() {
        CacheStore poisoned = new CacheStore() {
            @Override
            public CacheEntry get(String key) {
                return new CacheEntry() {
                    @Override
                    public byte[] encoded() {
                        throw new IllegalStateException("poison");
                    }

                    @Override
                    public long bytes() {
                        return -1;
                    }
                };
            }

            @Override
            public void put(String key, CacheEntry entry, Duration timeToLive) {}

            @Override
            public void remove(String key) {}
        };
        CachedTools broken = new CachedTools()
                .bean("redis", poisoned)
                .with(MemoizeSpec.defaults().withStore("redis"));

        assertThat(broken.readOnly("{}")).isEqualTo(ToolResult.of("done"));
        assertThat(broken.underWay()).isZero();
    }
}
