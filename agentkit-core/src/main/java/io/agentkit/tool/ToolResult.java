package io.agentkit.tool;

import io.agentkit.chat.CacheStatus;
import java.util.Objects;

/**
 * What a tool gave back. A tool that fails throws instead.
 *
 * @param text the result as the model will read it
 * @param cacheStatus whether the tool ran for this call or an earlier result was used again
 */
public record ToolResult(String text, CacheStatus cacheStatus) {

    public ToolResult {
        Objects.requireNonNull(text, "'text' must not be null");
        Objects.requireNonNull(cacheStatus, "'cacheStatus' must not be null");
    }

    public static ToolResult of(String text) {
        return new ToolResult(text, CacheStatus.NONE);
    }

    /** The result with another text; the same one when the text is. */
    public ToolResult withText(String changed) {
        return changed.equals(text) ? this : new ToolResult(changed, cacheStatus);
    }

    /** The same result, given again. */
    public ToolResult replayed() {
        return new ToolResult(text, CacheStatus.HIT);
    }

    /** The size, never the text. */
    @Override
    public String toString() {
        return "ToolResult[%d characters, cacheStatus=%s]".formatted(text.length(), cacheStatus);
    }
}
