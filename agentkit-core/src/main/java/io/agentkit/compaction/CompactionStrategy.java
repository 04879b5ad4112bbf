package io.agentkit.compaction;

/** How a conversation is made shorter. All keep the system messages, the latest user message, and each tool call with all its results. */
public enum CompactionStrategy {
    /** The oldest messages go when there are half as many again as {@code keep-recent}, or more tokens than {@code max-tokens}. */
    SLIDING_WINDOW,
    /** The oldest messages go when there are more tokens than {@code max-tokens}. */
    TRUNCATION,
    /** As truncation, and a model writes a summary of what goes. */
    SUMMARIZATION,
    /** As truncation, and a model lists the key points of what goes: facts, decisions, identifiers, what is still open. */
    IMPORTANCE;

    boolean summarizes() {
        return this == SUMMARIZATION || this == IMPORTANCE;
    }
}
