package io.agentkit.springai;

/** Throws an exception as it came, checked or not: what a provider threw is never wrapped. */
final class Sneaky {

    private Sneaky() {}

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    static <E extends Throwable> RuntimeException thrown(Throwable error) throws E {
        throw (E) error;
    }
}
