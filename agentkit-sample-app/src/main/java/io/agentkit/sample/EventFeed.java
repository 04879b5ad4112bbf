package io.agentkit.sample;

import io.agentkit.ChainEnvironment;
import io.agentkit.Event;
import io.agentkit.time.Time;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.springframework.context.event.EventListener;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The last events of the chains, newest first. The starter publishes them as application events. Thread-safe.
 */
@RestController
class EventFeed {

    private static final int KEPT = 50;

    private final Deque<Entry> entries = new ArrayDeque<>();

    private final Time time;

    EventFeed(ChainEnvironment environment) {
        time = environment.time();
    }

    @EventListener
    synchronized void on(Event event) {
        entries.addFirst(new Entry(time.now(), event.name(), EventText.of(event)));
        if (entries.size() > KEPT) {
            entries.removeLast();
        }
    }

    @GetMapping("/api/events")
    synchronized List<Entry> events() {
        return List.copyOf(entries);
    }

    /**
     * Something that happened.
     *
     * @param at when
     * @param kind the event's name, such as {@code retry.attempt}
     * @param text its numbers and names in words
     */
    record Entry(Instant at, String kind, String text) {}
}
