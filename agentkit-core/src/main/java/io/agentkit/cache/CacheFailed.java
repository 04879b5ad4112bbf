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
        WHEN("condition"),
        /** What the application looks for, in place of the user's text. */
        TEXT("text"),
        /** The index, when questions are looked for; what embeds them included. */
        SEARCH("index (searching)"),
        /** The index, when it is given one. */
        KEEP("index (keeping)"),
        /** What embeds answers to compare them. */
        COMPARE("comparison");

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
