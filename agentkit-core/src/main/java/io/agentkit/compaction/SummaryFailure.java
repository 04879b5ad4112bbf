package io.agentkit.compaction;

/** Why messages were left out without a summary in their place. */
public enum SummaryFailure {
    /** What has to be kept leaves no room for one. */
    NO_ROOM,
    /** The call of the model failed, or did so in the last half minute. */
    FAILED,
    /** The provider, or a budget, withheld the answer, or the model asked for tools. */
    REFUSED,
    /** The answer had no text. */
    EMPTY,
    /** The answer was cut at its token limit. */
    CUT,
    /** It was longer than what it was to stand for, or than its share of the room. */
    TOO_LONG
}
