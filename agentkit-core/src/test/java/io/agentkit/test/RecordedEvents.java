package io.agentkit.test;

import io.agentkit.Event;
import io.agentkit.EventListener;
import java.util.ArrayList;
import java.util.List;

/**
 * A listener that keeps what it is told. Thread-safe.
 */
public final class RecordedEvents implements EventListener {

    private final List<Event> events = new ArrayList<>();

    @Override
    public synchronized void on(Event event) {
        events.add(event);
    }

    public synchronized List<Event> all() {
        return List.copyOf(events);
    }

    /** The events' names, in order. */
    public List<String> names() {
        return all().stream().map(Event::name).toList();
    }

    /** The events of one type, in order. */
    public <E extends Event> List<E> of(Class<E> type) {
        return all().stream().filter(type::isInstance).map(type::cast).toList();
    }
}
