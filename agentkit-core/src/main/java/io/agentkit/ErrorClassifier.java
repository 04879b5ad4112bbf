package io.agentkit;

/**
 * Tells what an exception means. Thread-safe. Looks at types first, then at the provider's codes, then at the status, and at text last.
 */
@FunctionalInterface
public interface ErrorClassifier {

    /** What the exception means; of kind {@link ErrorKind#UNKNOWN} when nothing is known about it. Never throws. */
    Failure classify(Throwable error);
}
