package io.agentkit;

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

    /** Tells both; when the first throws the second is told all the same. */
    default EventListener plus(EventListener other) {
        if (this == NONE || other == NONE) {
            return this == NONE ? other : this;
        }
        return new EventListenerPair(this, other);
    }
}
