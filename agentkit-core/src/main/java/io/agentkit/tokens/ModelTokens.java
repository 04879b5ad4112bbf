package io.agentkit.tokens;

import io.agentkit.chat.TokenEstimator;
import org.jspecify.annotations.Nullable;

/**
 * Counts tokens in two ways: in one quick pass over the words where a request waits for the answer, and, where the provider did not count
 * and the estimate is what is charged, with the tokenizer of the model. That needs {@code com.knuddels:jtokkit}, which Spring AI brings;
 * without it the quick count is charged. Immutable, so threads may share it.
 */
public final class ModelTokens implements TokenEstimator {

    private static final TokenEstimator WORDS = new WordEstimator();

    private static final boolean TOKENIZERS = isPresent();

    /** Counts no fewer tokens of any text than any model does: its bytes in UTF-8. */
    public static final TokenEstimator BYTES = new ByteBound();

    /** The only one. */
    public static final ModelTokens INSTANCE = new ModelTokens();

    private ModelTokens() {}

    private static boolean isPresent() {
        try {
            Class.forName("com.knuddels.jtokkit.Encodings", false, ModelTokens.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError absent) {
            return false;
        }
    }

    @Override
    public long tokens(String text) {
        return WORDS.tokens(text);
    }

    @Override
    public TokenEstimator forBilling(@Nullable String model) {
        return TOKENIZERS ? Tokenizers.of(model, WORDS) : WORDS;
    }

    /** For models of OpenAI whose tokenizer OpenAI has published; null for all others. */
    @Override
    public @Nullable TokenEstimator upperBound(@Nullable String provider, @Nullable String model) {
        return TOKENIZERS ? Tokenizers.upperBound(provider, model) : null;
    }
}
