package io.agentkit.boot;

import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.ErrorTrace;
import io.agentkit.Event;
import io.agentkit.EventListener;
import io.agentkit.Failure;
import io.agentkit.chat.CacheStatus;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Tells every {@link EventListener} bean of every event, and publishes those that are not routine as Spring application events. A listener that
 * throws is logged and counted, and the others are told all the same. The beans are looked up at the first event, since a listener may
 * itself call a model.
 */
final class EventHub {

    private static final Logger log = LoggerFactory.getLogger(EventHub.class);

    private final ObjectProvider<EventListener> beans;

    private final ApplicationEventPublisher publisher;

    private final LongAdder failures = new LongAdder();

    private volatile EventListener @Nullable [] listeners;

    EventHub(ObjectProvider<EventListener> beans, ApplicationEventPublisher publisher) {
        this.beans = beans;
        this.publisher = publisher;
    }

    void on(Event event) {
        for (EventListener listener : listeners()) {
            tell(listener, event);
        }
        if (!event.isRoutine()) {
            tell(publisher::publishEvent, event);
        }
    }

    private void requestEnded(Attempt<?> attempt, @Nullable Failure failure) {
        for (EventListener listener : listeners()) {
            try {
                listener.requestEnded(attempt, failure);
            } catch (RuntimeException error) {
                failed("request.ended", error);
            }
        }
    }

    private void callEnded(
            Call<?> call, @Nullable String target, CacheStatus cacheStatus, long nanos, @Nullable Failure failure) {
        for (EventListener listener : listeners()) {
            try {
                listener.callEnded(call, target, cacheStatus, nanos, failure);
            } catch (RuntimeException error) {
                failed("call.ended", error);
            }
        }
    }

    /** What chains tell. No bean, so that it is not one of those it tells in turn. */
    EventListener asListener() {
        return new EventListener() {
            @Override
            public void on(Event event) {
                EventHub.this.on(event);
            }

            @Override
            public void requestEnded(Attempt<?> attempt, @Nullable Failure failure) {
                EventHub.this.requestEnded(attempt, failure);
            }

            @Override
            public void callEnded(
                    Call<?> call,
                    @Nullable String target,
                    CacheStatus cacheStatus,
                    long nanos,
                    @Nullable Failure failure) {
                EventHub.this.callEnded(call, target, cacheStatus, nanos, failure);
            }

            @Override
            public boolean wants(Class<? extends Event> routine) {
                return EventHub.this.wants(routine);
            }
        };
    }

    private boolean wants(Class<? extends Event> routine) {
        for (EventListener listener : listeners()) {
            if (listener.wants(routine)) {
                return true;
            }
        }
        return false;
    }

    /** How often a listener threw since the start. */
    long failures() {
        return failures.sum();
    }

    private void tell(EventListener listener, Event event) {
        try {
            listener.on(event);
        } catch (RuntimeException failure) {
            failed(event.name(), failure);
        }
    }

    private void failed(String event, RuntimeException failure) {
        failures.increment();
        log.warn("An event listener failed on '{}'; the call goes on", event, ErrorTrace.of(failure));
    }

    private EventListener[] listeners() {
        EventListener[] found = listeners;
        if (found == null) {
            found = beans.orderedStream().toArray(EventListener[]::new);
            listeners = found;
        }
        return found;
    }
}
