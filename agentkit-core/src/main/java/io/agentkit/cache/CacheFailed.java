package io.agentkit.cache;

import io.agentkit.ErrorKind;
import io.agentkit.Event;

/**
 * Something that a cache needs failed; the call went on without it.
 *
 * @param callId the call
 * @param cache the cache, such as {@code agentkit.tool.memoize}
 * @param part what failed
 * @param errorKind how
 */
public record CacheFailed(String callId, String cache, Part part, ErrorKind errorKind) implements Event {

    /** What can fail. */
    public enum Part {
        /** The store, when it is asked for an answer. */
        READ("store (reading)"),
        /** The store, when it is given one. */
        WRITE("store (writing)"),
        /** The application's key. */
        KEY("key"),
        /** The application's condition. */
        WHEN("condition");

        private final String text;

        Part(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    @Override
    public String name() {
        return "cache.failed";
    }
}
