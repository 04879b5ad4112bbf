package io.agentkit;

/** Throws an exception as it came, checked or not: what a provider or tool threw is never wrapped. */
final class Rethrow {

    private Rethrow() {}

    @SuppressWarnings("unchecked")
    static <E extends Throwable> RuntimeException unchecked(Throwable error) throws E {
        throw (E) error;
    }
}
