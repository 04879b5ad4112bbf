package io.agentkit.chat;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a model apart from its price; null where something is not known, which forbids nothing. Immutable.
 *
 * @param contextWindow the longest prompt in tokens, or prompt and answer together, as the source counts them
 * @param maxOutputTokens the longest answer in tokens
 * @param tools whether it can call tools
 * @param images whether it can read images and other media
 * @param outputSchema whether it can keep to a schema of the answer
 * @param prefill whether it goes on with an answer that the request begins
 */
public record ModelFacts(
        @Nullable Integer contextWindow,
        @Nullable Integer maxOutputTokens,
        @Nullable Boolean tools,
        @Nullable Boolean images,
        @Nullable Boolean outputSchema,
        @Nullable Boolean prefill) {

    /** Nothing is known. */
    public static final ModelFacts UNKNOWN = new ModelFacts(null, null, null, null, null, null);

    /** These, and what others know where these do not. */
    public ModelFacts or(ModelFacts others) {
        if (this == UNKNOWN || others == UNKNOWN) {
            return this == UNKNOWN ? others : this;
        }
        return new ModelFacts(
                first(contextWindow, others.contextWindow),
                first(maxOutputTokens, others.maxOutputTokens),
                first(tools, others.tools),
                first(images, others.images),
                first(outputSchema, others.outputSchema),
                first(prefill, others.prefill));
    }

    private static <T> @Nullable T first(@Nullable T known, @Nullable T other) {
        return known == null ? other : known;
    }
}
