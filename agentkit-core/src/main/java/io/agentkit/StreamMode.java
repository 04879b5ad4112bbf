package io.agentkit;

/**
 * What may happen once a part of an answer was shown.
 */
public enum StreamMode {
    /** It stands: a failure after it ends the call. The default, and all that a plain stream of texts can express. */
    COMMIT,
    /** The consumer understands {@link StreamConsumer#restarted}: the answer may start again. */
    RESTART
}
