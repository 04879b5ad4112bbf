package io.agentkit;

/**
 * Something worth knowing that happened in a call. Events are records that live with the middleware they tell of. They hold numbers, names
 * and {@link Failure}s, never texts of prompts, arguments or answers.
 */
public interface Event {

    /** The call it happened in. */
    String callId();

    /** A stable name such as {@code retry.attempt}. */
    String name();

    /** Whether every call that goes well has it, so that it is not worth waking anybody for. False by default. */
    default boolean isRoutine() {
        return false;
    }
}
