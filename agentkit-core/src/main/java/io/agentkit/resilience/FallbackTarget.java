package io.agentkit.resilience;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * What one of the models of a fallback can do: a request that it cannot take is not sent to it. Immutable.
 *
 * @param contextWindow tokens of prompt and answer together, at least 1; a prompt that is estimated to be longer goes to another model, and
 *     one that another model has refused as too long goes only to a model whose window is set and larger; not known by default
 * @param maxOutputTokens the longest answer in tokens, at least 1; a request that allows more is lowered to it; not known by default
 * @param tools whether it can call tools; true by default
 * @param images whether it can read images and other media; true by default
 * @param outputSchema whether it can keep to a schema of the answer; true by default
 * @param prefill whether it goes on with an answer that the request begins; by default only the first of the models
 */
@ConfigurationPropertiesSource
public record FallbackTarget(
        @Nullable Integer contextWindow,
        @Nullable Integer maxOutputTokens,
        Boolean tools,
        Boolean images,
        Boolean outputSchema,
        @Nullable Boolean prefill) {

    private static final FallbackTarget DEFAULTS = new FallbackTarget(null, null, null, null, null, null);

    public FallbackTarget(
            @Nullable Integer contextWindow,
            @Nullable Integer maxOutputTokens,
            @Nullable Boolean tools,
            @Nullable Boolean images,
            @Nullable Boolean outputSchema,
            @Nullable Boolean prefill) {
        this.contextWindow = contextWindow;
        this.maxOutputTokens = maxOutputTokens;
        this.tools = Objects.requireNonNullElse(tools, true);
        this.images = Objects.requireNonNullElse(images, true);
        this.outputSchema = Objects.requireNonNullElse(outputSchema, true);
        this.prefill = prefill;
        requirePositive("contextWindow", contextWindow);
        requirePositive("maxOutputTokens", maxOutputTokens);
    }

    private static void requirePositive(String name, @Nullable Integer tokens) {
        if (tokens != null && tokens < 1) {
            throw new IllegalArgumentException("'%s' must be at least 1 (was %d)".formatted(name, tokens));
        }
    }

    /** One that can do everything, as far as anybody knows. */
    public static FallbackTarget defaults() {
        return DEFAULTS;
    }

    public FallbackTarget withContextWindow(@Nullable Integer value) {
        return new FallbackTarget(value, maxOutputTokens, tools, images, outputSchema, prefill);
    }

    public FallbackTarget withMaxOutputTokens(@Nullable Integer value) {
        return new FallbackTarget(contextWindow, value, tools, images, outputSchema, prefill);
    }

    public FallbackTarget withTools(boolean value) {
        return new FallbackTarget(contextWindow, maxOutputTokens, value, images, outputSchema, prefill);
    }

    public FallbackTarget withImages(boolean value) {
        return new FallbackTarget(contextWindow, maxOutputTokens, tools, value, outputSchema, prefill);
    }

    public FallbackTarget withOutputSchema(boolean value) {
        return new FallbackTarget(contextWindow, maxOutputTokens, tools, images, value, prefill);
    }

    public FallbackTarget withPrefill(@Nullable Boolean value) {
        return new FallbackTarget(contextWindow, maxOutputTokens, tools, images, outputSchema, value);
    }
}
