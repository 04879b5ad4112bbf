package io.agentkit.observe;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A started observation, current on the thread that started it. Nothing in here throws. */
final class Span {

    private final Observation observation;
    private final ObservationRegistry registry;
    private final Complaints complaints;
    private final Observation.@Nullable Scope before;
    private final Observation.@Nullable Scope scope;

    private Span(Observation observation, ObservationRegistry registry, Complaints complaints) {
        this.observation = observation;
        this.registry = registry;
        this.complaints = complaints;
        this.before = registry.getCurrentObservationScope();
        this.scope = open();
    }

    /** Null when a predicate does not want it, or when it cannot be started. */
    static @Nullable Span start(Supplier<Observation> notStarted, ObservationRegistry registry, Complaints complaints) {
        Observation observation = null;
        try {
            observation = notStarted.get();
            if (observation.isNoop()) {
                return null;
            }
            observation.start();
            return new Span(observation, registry, complaints);
        } catch (RuntimeException | LinkageError failure) {
            complaints.about(failure);
            if (observation != null) {
                stop(observation, complaints);
            }
            return null;
        }
    }

    private Observation.@Nullable Scope open() {
        try {
            return observation.openScope();
        } catch (RuntimeException | LinkageError failure) {
            complaints.about(failure);
            // It was made current before its handlers were told, and would stay so.
            registry.setCurrentObservationScope(before);
            return null;
        }
    }

    void event(Observation.Event event) {
        try {
            observation.event(event);
        } catch (RuntimeException | LinkageError failure) {
            complaints.about(failure);
        }
    }

    void error(Throwable error, CallObservationContext<?, ?> context) {
        try {
            observation.error(SpanError.of(
                    error,
                    context.isContentIncluded(),
                    context.call().environment().errors()));
        } catch (RuntimeException | LinkageError failure) {
            complaints.about(failure);
        }
    }

    Observation observation() {
        return observation;
    }

    /** Ends it. Belongs on the thread that started it. */
    void close() {
        if (scope != null) {
            try {
                scope.close();
            } catch (RuntimeException | LinkageError failure) {
                complaints.about(failure);
                registry.setCurrentObservationScope(before);
            }
        }
        stop(observation, complaints);
    }

    private static void stop(Observation observation, Complaints complaints) {
        try {
            observation.stop();
        } catch (RuntimeException | LinkageError failure) {
            complaints.about(failure);
        }
    }
}
