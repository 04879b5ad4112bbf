package io.agentkit.chat;

import org.jspecify.annotations.Nullable;

/** Knows models by name, as imported catalogues do. Thread-safe; calls ask it, so it must not wait. */
@FunctionalInterface
public interface KnownModels {

    /**
     * What is known of a model.
     *
     * @param provider who serves it, in OpenTelemetry's words; null when that is not known
     * @param model the model; null when nobody said
     * @return {@link ModelFacts#UNKNOWN} when nothing is known
     */
    ModelFacts facts(@Nullable String provider, @Nullable String model);
}
