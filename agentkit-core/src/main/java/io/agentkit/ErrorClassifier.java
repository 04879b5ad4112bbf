package io.agentkit;

import java.util.List;

/**
 * Tells what an exception means. Thread-safe. Looks at types first, then at the provider's codes, then at the status, and at text last.
 */
@FunctionalInterface
public interface ErrorClassifier {

    /** What the exception means; of kind {@link ErrorKind#UNKNOWN} when nothing is known about it. Never throws. */
    Failure classify(Throwable error);

    /** Knows our own exceptions, those of the JDK, and the usual wordings. */
    static ErrorClassifier standard() {
        return StandardErrorClassifier.INSTANCE;
    }

    /**
     * The standard one that asks readers first.
     *
     * @param readers asked in this order about an exception and then about each of its causes
     */
    static ErrorClassifier standard(List<? extends ErrorReader> readers) {
        return new StandardErrorClassifier(readers);
    }
}
