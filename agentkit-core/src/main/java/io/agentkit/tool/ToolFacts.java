package io.agentkit.tool;

import java.util.Objects;

/**
 * What is known about a tool apart from the model's view of it.
 *
 * @param name the tool
 * @param safety what a second call would do
 */
public record ToolFacts(String name, ToolSafety safety) {

    public ToolFacts {
        Objects.requireNonNull(name, "'name' must not be null");
        Objects.requireNonNull(safety, "'safety' must not be null");
    }

    /** A tool that nobody declared. */
    public static ToolFacts unknown(String name) {
        return new ToolFacts(name, ToolSafety.UNKNOWN);
    }
}
