package io.agentkit;

import io.agentkit.chat.CacheStatus;
import org.jspecify.annotations.Nullable;

record EventListenerPair(EventListener first, EventListener second) implements EventListener {

    @Override
    public void on(Event event) {
        try {
            first.on(event);
        } finally {
            second.on(event);
        }
    }

    @Override
    public void requestEnded(Attempt<?> attempt, @Nullable Failure failure) {
        try {
            first.requestEnded(attempt, failure);
        } finally {
            second.requestEnded(attempt, failure);
        }
    }

    @Override
    public void callEnded(
            Call<?> call, @Nullable String target, CacheStatus cacheStatus, long nanos, @Nullable Failure failure) {
        try {
            first.callEnded(call, target, cacheStatus, nanos, failure);
        } finally {
            second.callEnded(call, target, cacheStatus, nanos, failure);
        }
    }

    @Override
    public boolean wants(Class<? extends Event> routine) {
        return first.wants(routine) || second.wants(routine);
    }
}
