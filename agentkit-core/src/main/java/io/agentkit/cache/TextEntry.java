package io.agentkit.cache;

import java.util.Objects;

record TextEntry(String text) implements CacheEntry {

    TextEntry {
        Objects.requireNonNull(text, "'text' must not be null");
    }

    /** At most: of two bytes for each character, many texts need one. */
    @Override
    public long bytes() {
        return 2L * text.length();
    }

    /** The size, never the text. */
    @Override
    public String toString() {
        return "CacheEntry[%d characters]".formatted(text.length());
    }
}
