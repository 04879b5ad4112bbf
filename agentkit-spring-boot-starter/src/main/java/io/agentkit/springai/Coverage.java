package io.agentkit.springai;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Remembers which beans go through chains and which do not, and warns once of each gap. Thread-safe. */
final class Coverage {

    private static final Logger log = LoggerFactory.getLogger(Coverage.class);

    /**
     * One bean, or one way around the chains.
     *
     * @param governed whether its calls go through a chain
     * @param detail what is governed, or why it is not and what to do
     */
    record Entry(boolean governed, String detail) {}

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    synchronized void governed(String subject, String detail) {
        entries.put(subject, new Entry(true, detail));
    }

    /** Notes what was left out on purpose. */
    synchronized void left(String subject, String detail) {
        entries.put(subject, new Entry(false, detail));
    }

    /** Notes a gap that the application may not know of. */
    void gap(String subject, String detail) {
        synchronized (this) {
            Entry before = entries.put(subject, new Entry(false, detail));
            if (before != null && !before.governed()) {
                return;
            }
        }
        log.warn("{}: {}", subject, detail);
    }

    synchronized Map<String, Entry> entries() {
        return new LinkedHashMap<>(entries);
    }
}
