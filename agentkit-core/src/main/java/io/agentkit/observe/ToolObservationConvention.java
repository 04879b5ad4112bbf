package io.agentkit.observe;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names and keys of the observation of a tool's call. Extend {@link DefaultToolObservationConvention} to change a few of them.
 */
public interface ToolObservationConvention extends ObservationConvention<ToolObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof ToolObservationContext;
    }
}
