package io.agentkit.observe;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names and keys of the observation of a model's call. Extend {@link DefaultChatObservationConvention} to change a few of them.
 */
public interface ChatObservationConvention extends ObservationConvention<ChatObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof ChatObservationContext;
    }
}
