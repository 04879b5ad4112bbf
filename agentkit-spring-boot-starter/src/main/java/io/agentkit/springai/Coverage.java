package io.agentkit.springai;

import io.agentkit.boot.endpoint.BridgeCoverage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Remembers which beans go through chains and which do not, and warns once of each gap. Thread-safe. */
final class Coverage implements BridgeCoverage {

    /** What an entry is about. */
    enum Kind {
        MODEL("chat model"),
        CLIENT("chat client"),
        TOOLS("tools"),
        INJECTION("injection by class");

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    private static final Logger log = LoggerFactory.getLogger(Coverage.class);

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    void governed(Kind kind, String bean, @Nullable String detail) {
        put(kind, bean, true, detail);
    }

    /** Notes what was left out on purpose. */
    void left(Kind kind, String bean, String reason) {
        put(kind, bean, false, reason);
    }

    /** Notes a gap that the application may not know of. */
    void gap(Kind kind, String bean, String reason) {
        Entry before = put(kind, bean, false, reason);
        if (before == null || before.governed()) {
            log.warn("Calls go around the chains: {} '{}': {}", kind.text, bean, reason);
        }
    }

    private synchronized @Nullable Entry put(Kind kind, String bean, boolean governed, @Nullable String reason) {
        return entries.put(kind + " " + bean, new Entry(bean, kind.text, governed, reason));
    }

    @Override
    public synchronized List<Entry> entries() {
        return List.copyOf(entries.values());
    }
}
