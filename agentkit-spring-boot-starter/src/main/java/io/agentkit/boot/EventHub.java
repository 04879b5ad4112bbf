package io.agentkit.boot;

import io.agentkit.CallEnded;
import io.agentkit.Event;
import io.agentkit.EventListener;
import io.agentkit.RequestEnded;
import io.agentkit.RequestSent;
import io.agentkit.spend.BudgetReserved;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Tells every {@link EventListener} bean of every event, and publishes those worth acting on as Spring application events. A listener that
 * throws is logged and counted, and the others are told all the same. The beans are looked up at the first event, since a listener may
 * itself call a model.
 */
final class EventHub {

    private static final Logger log = LoggerFactory.getLogger(EventHub.class);

    /** What happens in every call that goes well: far too many for the application's event bus. */
    private static final Set<Class<? extends Event>> EVERYDAY =
            Set.of(RequestSent.class, RequestEnded.class, CallEnded.class, BudgetReserved.class);

    private final ObjectProvider<EventListener> beans;

    private final ApplicationEventPublisher publisher;

    private final LongAdder failures = new LongAdder();

    private volatile @Nullable List<EventListener> listeners;

    EventHub(ObjectProvider<EventListener> beans, ApplicationEventPublisher publisher) {
        this.beans = beans;
        this.publisher = publisher;
    }

    void on(Event event) {
        for (EventListener listener : listeners()) {
            tell(listener, event);
        }
        if (!EVERYDAY.contains(event.getClass())) {
            tell(publisher::publishEvent, event);
        }
    }

    /** How often a listener threw since the start. */
    long failures() {
        return failures.sum();
    }

    private void tell(EventListener listener, Event event) {
        try {
            listener.on(event);
        } catch (RuntimeException failure) {
            failures.increment();
            log.warn("An event listener failed on '{}'; the call goes on", event.name(), failure);
        }
    }

    private List<EventListener> listeners() {
        List<EventListener> found = listeners;
        if (found == null) {
            found = beans.orderedStream().toList();
            listeners = found;
        }
        return found;
    }
}
