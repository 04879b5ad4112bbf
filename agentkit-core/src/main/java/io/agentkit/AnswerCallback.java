package io.agentkit;

/**
 * Is told of the reply that a call really returned. Thread-safe. What it throws is logged; the answer is returned all the same.
 */
@FunctionalInterface
public interface AnswerCallback {

    /**
     * @param call the call as it was when {@link Call#onAnswer} was called
     * @param reply what the application gets
     */
    void answered(Call<?> call, Object reply);

    /** Who asks: of the callbacks with equal keys only the first of a call is told. The callback itself by default. */
    default Object key() {
        return this;
    }
}
