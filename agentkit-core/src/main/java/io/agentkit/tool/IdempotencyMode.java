package io.agentkit.tool;

/** What makes two calls of a tool the same one, so that the second gets the result of the first. */
public enum IdempotencyMode {
    /** The model's call: the same call sent again is a replay, while a second call that the model asks for runs, equal arguments or not. */
    CALL_ID,
    /** The arguments: within a run, a second call with equal ones is a replay, whoever asked for it. */
    ARGUMENTS
}
