package io.agentkit.resilience;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * What one of the models of a fallback can do: a request that it cannot take is not sent to it. What is not set here is what imported
 * catalogues say of the model. A catalogue may be wrong: a model that lacks something by its catalogue alone is asked all the same when no
 * other can be. Immutable.
 *
 * @param contextWindow tokens of prompt and answer together, at least 1; a prompt that is estimated to be longer goes to another model, and
 *     one that another model has refused as too long goes only to a model whose window is known and larger; by default what catalogues
 *     say, else not known
 * @param maxOutputTokens the longest answer in tokens, at least 1; a request that allows more is lowered to it; by default what catalogues
 *     say (of the first model nothing), else not known
 * @param tools whether it can call tools; by default what catalogues say, else true
 * @param images whether it can read images and other media; by default what catalogues say, else true
 * @param outputSchema whether it can keep to a schema of the answer; by default what catalogues say, else true
 * @param prefill whether it goes on with an answer that the request begins; by default what catalogues say, else only the first of the
 *     models
 */
@ConfigurationPropertiesSource
public record FallbackTarget(
        @Nullable Integer contextWindow,
        @Nullable Integer maxOutputTokens,
        @Nullable Boolean tools,
        @Nullable Boolean images,
        @Nullable Boolean outputSchema,
        @Nullable Boolean prefill) {

    private static final FallbackTarget DEFAULTS = new FallbackTarget(null, null, null, null, null, null);

    public FallbackTarget {
        requirePositive("contextWindow", contextWindow);
        requirePositive("maxOutputTokens", maxOutputTokens);
    }

    private static void requirePositive(String name, @Nullable Integer tokens) {
        if (tokens != null && tokens < 1) {
            throw new IllegalArgumentException("'%s' must be at least 1 (was %d)".formatted(name, tokens));
        }
    }

    /** One that can do what catalogues say, or everything as far as anybody knows. */
    public static FallbackTarget defaults() {
        return DEFAULTS;
    }

    public FallbackTarget withContextWindow(@Nullable Integer value) {
        return new FallbackTarget(value, maxOutputTokens, tools, images, outputSchema, prefill);
    }

    public FallbackTarget withMaxOutputTokens(@Nullable Integer value) {
        return new FallbackTarget(contextWindow, value, tools, images, outputSchema, prefill);
    }

    public FallbackTarget withTools(@Nullable Boolean value) {
        return new FallbackTarget(contextWindow, maxOutputTokens, value, images, outputSchema, prefill);
    }

    public FallbackTarget withImages(@Nullable Boolean value) {
        return new FallbackTarget(contextWindow, maxOutputTokens, tools, value, outputSchema, prefill);
    }

    public FallbackTarget withOutputSchema(@Nullable Boolean value) {
        return new FallbackTarget(contextWindow, maxOutputTokens, tools, images, value, prefill);
    }

    public FallbackTarget withPrefill(@Nullable Boolean value) {
        return new FallbackTarget(contextWindow, maxOutputTokens, tools, images, outputSchema, value);
    }
}
