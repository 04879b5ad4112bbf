package io.agentkit.limit;

/**
 * What to do with a model that asks for tools without an end.
 */
public enum OnLoop {
    /** The reply, or the call of the tool, that goes too far is refused, which ends the turn. */
    FAIL,
    /**
     * It has a last turn without tools, so that it answers with what it has; a call of a tool that goes too far is not made, and the model reads
     * why in place of a result.
     */
    ANSWER
}
