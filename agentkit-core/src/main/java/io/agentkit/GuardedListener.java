package io.agentkit;

import io.agentkit.chat.CacheStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An application's listener, which may throw without anything but a line in the log. Thread-safe as the listener is. */
final class GuardedListener {

    private static final Logger log = LoggerFactory.getLogger(GuardedListener.class);

    private final EventListener listener;

    private final boolean listening;

    GuardedListener(EventListener listener) {
        this.listener = listener;
        this.listening = listener != EventListener.NONE;
    }

    /** Whether anybody wants events. */
    boolean isListening() {
        return listening;
    }

    boolean wants(Class<? extends Event> routine) {
        try {
            return listening && listener.wants(routine);
        } catch (Throwable failure) {
            log.warn("An event listener failed to say what it wants; it is told of all", ErrorTrace.of(failure));
            return true;
        }
    }

    void on(Event event) {
        try {
            listener.on(event);
        } catch (Throwable failure) {
            log.warn("An event listener failed on '{}'; the call goes on", event.name(), ErrorTrace.of(failure));
        }
    }

    void requestEnded(Attempt<?> attempt, @Nullable Failure failure) {
        try {
            listener.requestEnded(attempt, failure);
        } catch (Throwable error) {
            log.warn("An event listener failed at the end of a request; the call goes on", ErrorTrace.of(error));
        }
    }

    void callEnded(
            Call<?> call, @Nullable String target, CacheStatus cacheStatus, long nanos, @Nullable Failure failure) {
        try {
            listener.callEnded(call, target, cacheStatus, nanos, failure);
        } catch (Throwable error) {
            log.warn(
                    "An event listener failed at the end of a call; its answer is returned all the same",
                    ErrorTrace.of(error));
        }
    }
}
