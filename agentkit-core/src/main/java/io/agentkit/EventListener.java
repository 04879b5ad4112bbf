package io.agentkit;

import io.agentkit.chat.CacheStatus;
import org.jspecify.annotations.Nullable;

/**
 * Is told of events, on the thread they happen on: it must be quick. What it throws is logged and counted and never breaks a call.
 */
@FunctionalInterface
public interface EventListener {

    /** Listens to nothing. */
    EventListener NONE = event -> {};

    void on(Event event);

    /** Whether it wants to be told of routine events of this type, so that they need not be made for nobody. True by default. */
    default boolean wants(Class<? extends Event> routine) {
        return true;
    }

    /**
     * A physical request ended, or was refused before it was sent. Makes a {@link RequestEnded} of it by default; who only counts may take
     * the numbers as they are, since every request would have an object made for it otherwise.
     *
     * @param failure why it failed; null when it succeeded
     */
    default void requestEnded(Attempt<?> attempt, @Nullable Failure failure) {
        on(RequestEnded.of(attempt, failure));
    }

    /**
     * A call is over. Makes a {@link CallEnded} of it by default, as {@link #requestEnded} does.
     *
     * @param target the model that gave the answer, else the one asked for, or the tool; null when nobody said
     * @param nanos from the application's call to its end
     * @param failure why it failed; null when it succeeded
     */
    default void callEnded(
            Call<?> call, @Nullable String target, CacheStatus cacheStatus, long nanos, @Nullable Failure failure) {
        on(CallEnded.of(call, target, cacheStatus, nanos, failure));
    }

    /** Tells both; when the first throws the second is told all the same. */
    default EventListener plus(EventListener other) {
        if (this == NONE || other == NONE) {
            return this == NONE ? other : this;
        }
        return new EventListenerPair(this, other);
    }
}
