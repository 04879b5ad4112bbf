package io.agentkit.safety;

/** What becomes of a text that the classifier could not judge. */
public enum OnClassifierFailure {
    /** The rules alone have judged it. */
    ALLOW,
    /** The call is refused. */
    BLOCK
}
