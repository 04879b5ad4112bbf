package io.agentkit.observe;

import io.agentkit.ChatMiddleware;
import io.agentkit.ToolMiddleware;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
import io.agentkit.spec.ToolSpec;
import io.agentkit.tool.ToolSecrets;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Puts an observation around each call, with OpenTelemetry's names for generative AI: model, tokens, cost, first-token latency, finish
 * reason, cache status, attempts. Stand it outermost. Best effort: no observation that fails ever breaks a call.
 *
 * <p>Uses the {@link ObservationRegistry} of the resources, and does nothing when there is none; a {@link ChatObservationConvention} or
 * {@link ToolObservationConvention} there replaces names and keys.
 *
 * @param includeContent whether messages, tool arguments and results are put on the observation, each cut to 8 KiB (results 4 KiB), with
 *     credentials in URLs and secret arguments masked. Off by default.
 */
@ConfigurationPropertiesSource
public record TracingSpec(@Nullable Boolean includeContent) implements ChatSpec, ToolSpec {

    public TracingSpec {
        includeContent = includeContent != null && includeContent;
    }

    public static TracingSpec defaults() {
        return new TracingSpec(null);
    }

    boolean isContentIncluded() {
        return Boolean.TRUE.equals(includeContent);
    }

    @Override
    public ChatMiddleware chatMiddleware(Resources resources) {
        return new ChatTracingMiddleware(
                registry(resources),
                resources.find(ChatObservationConvention.class),
                isContentIncluded(),
                secrets(resources));
    }

    @Override
    public ToolMiddleware toolMiddleware(Resources resources) {
        return new ToolTracingMiddleware(
                registry(resources), resources.find(ToolObservationConvention.class), isContentIncluded());
    }

    private static ToolSecrets secrets(Resources resources) {
        ToolSecrets found = resources.find(ToolSecrets.class);
        return found == null ? ToolSecrets.NONE : found;
    }

    private static ObservationRegistry registry(Resources resources) {
        ObservationRegistry found = resources.find(ObservationRegistry.class);
        return found == null ? ObservationRegistry.NOOP : found;
    }
}
