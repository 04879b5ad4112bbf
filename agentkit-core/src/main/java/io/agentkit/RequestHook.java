package io.agentkit;

/**
 * Runs around every physical request of a call, wherever in the chain the middleware that added it stands: rate limits, spend and budgets
 * are hooks, so their place in the list cannot make them wrong.
 *
 * <p>Before a request is sent first all hooks {@link #await}, then all {@link #reserve}, then, for tools, all {@link #commit}, each in the
 * order they were added. Once a hook's
 * {@code await} has returned, its {@link #after} runs exactly once, unless the hook itself refuses in {@code reserve}. Methods may run on
 * any thread, for several requests of a call at once; what belongs to one request is kept with {@link Attempt#attach}.
 */
public interface RequestHook {

    /** May wait, and may refuse by throwing. Waiting counts against no time limit of the request. */
    default void await(Attempt<?> attempt) {}

    /** Takes what the request will need, or refuses by throwing; a refused request is never sent. Must not wait. */
    default void reserve(Attempt<?> attempt) {}

    /**
     * For requests to tools, once every hook has agreed: writes down that the tool is about to run. May wait for a disk, and may refuse by
     * throwing; the request is then not sent.
     */
    default void commit(Attempt<?> attempt) {}

    /** Sees that the request goes out now: nothing can refuse it any more. Must not throw. */
    default void sending(Attempt<?> attempt) {}

    /** Settles, however the request ended. Must not throw. */
    default void after(Attempt<?> attempt, Outcome outcome) {}

    /**
     * Is told what became of a request that counts: when its call is over, or at once when it was over before the request. Runs after
     * {@code after}, once. Must not throw.
     */
    default void used(Attempt<?> attempt, Outcome outcome, Use use) {}

    /** Is told of an answer that none of the call's requests gave, such as one from a cache. Must not throw. */
    default void answeredElsewhere(Call<?> call, Object answer) {}

    /** Corrects what {@code after} was told, when a provider's own count arrives later. Must not throw. */
    default void late(Attempt<?> attempt, Correction correction) {}
}
