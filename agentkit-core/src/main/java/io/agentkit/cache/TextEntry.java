package io.agentkit.cache;

import io.agentkit.cache.EntryFormat.Kind;
import io.agentkit.chat.CacheStatus;
import io.agentkit.tool.ToolResult;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A tool's result. */
record TextEntry(String text) implements KeptAnswer<ToolResult> {

    TextEntry {
        Objects.requireNonNull(text, "'text' must not be null");
    }

    static @Nullable TextEntry read(CacheEntry entry) {
        return entry instanceof TextEntry known
                ? known
                : EntryFormat.read(Kind.TEXT, entry.encoded(), in -> new TextEntry(in.text()));
    }

    @Override
    public ToolResult again() {
        return new ToolResult(text, CacheStatus.HIT);
    }

    @Override
    public byte[] encoded() {
        return EntryFormat.write(Kind.TEXT, out -> out.text(text));
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
