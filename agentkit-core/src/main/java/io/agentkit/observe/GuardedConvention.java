package io.agentkit.observe;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An application's convention that may throw: the default one then answers in its place. Micrometer would leave the observation open.
 *
 * @param <C> the context
 */
final class GuardedConvention<C extends Observation.Context> implements ObservationConvention<C> {

    private final ObservationConvention<C> convention;
    private final ObservationConvention<C> fallback;
    private final Complaints complaints;

    private GuardedConvention(
            ObservationConvention<C> convention, ObservationConvention<C> fallback, Complaints complaints) {
        this.convention = convention;
        this.fallback = fallback;
        this.complaints = complaints;
    }

    static <C extends Observation.Context> @Nullable ObservationConvention<C> of(
            @Nullable ObservationConvention<C> convention, ObservationConvention<C> fallback, Complaints complaints) {
        return convention == null ? null : new GuardedConvention<>(convention, fallback, complaints);
    }

    private <T extends @Nullable Object> T guarded(Supplier<T> first, Supplier<T> second) {
        try {
            return first.get();
        } catch (RuntimeException | LinkageError failure) {
            complaints.about(failure);
            return second.get();
        }
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return guarded(() -> convention.supportsContext(context), () -> fallback.supportsContext(context));
    }

    @Override
    public @Nullable String getName() {
        return guarded(convention::getName, fallback::getName);
    }

    @Override
    public @Nullable String getContextualName(C context) {
        return guarded(() -> convention.getContextualName(context), () -> fallback.getContextualName(context));
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(C context) {
        return guarded(
                () -> convention.getLowCardinalityKeyValues(context),
                () -> fallback.getLowCardinalityKeyValues(context));
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(C context) {
        return guarded(
                () -> convention.getHighCardinalityKeyValues(context),
                () -> fallback.getHighCardinalityKeyValues(context));
    }
}
