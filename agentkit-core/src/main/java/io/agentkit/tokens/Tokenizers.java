package io.agentkit.tokens;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import io.agentkit.chat.TokenEstimator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The tokenizers of models, as far as they are public. Loaded when first asked for: half a second, and some 50 MB that stay. */
final class Tokenizers {

    private static final EncodingRegistry ENCODINGS = Encodings.newLazyEncodingRegistry();

    /** OpenAI's models before gpt-4o; the name may follow a provider's. */
    private static final Pattern OLDER =
            Pattern.compile("(?:^|[/:.])(?:gpt-4(?!o|\\.|-?5)|gpt-3|gpt-35|text-embedding-)");

    /** The names for which tiktoken, OpenAI's own, names an encoding: gpt-5.1, for one, is not among them. */
    private static final Pattern PUBLISHED = Pattern.compile(
            "(?:(?:openai|azure)/)?(?:ft:)?(?:chatgpt-4o|gpt-4o|gpt-4\\.1|gpt-4\\.5|gpt-5|o1|o3|o4-mini|gpt-4|gpt-3\\.5-turbo|gpt-35-turbo)"
                    + "(?:[-:].*)?");

    /** Open weights: the tokenizer comes with them, whoever serves them. */
    private static final Pattern OPEN = Pattern.compile("(?:.*[/.])?gpt-oss-.*");

    private static final Set<String> OPENAI = Set.of("openai", "azure.ai.openai", "az.ai.openai", "azure");

    /** A deployment's name need not be the model's, so both that OpenAI has used since gpt-3.5 are asked. */
    private static final TokenEstimator BOUND = new EncodingBound(List.of(
            () -> ENCODINGS.getEncoding(EncodingType.O200K_BASE),
            () -> ENCODINGS.getEncoding(EncodingType.CL100K_BASE)));

    private Tokenizers() {}

    /** Null for a model whose tokenizer is not public. */
    static @Nullable TokenEstimator upperBound(@Nullable String provider, @Nullable String model) {
        if (model == null) {
            return null;
        }
        String name = model.toLowerCase(Locale.ROOT);
        boolean openAi = provider == null || OPENAI.contains(provider);
        return OPEN.matcher(name).matches()
                        || (openAi && PUBLISHED.matcher(name).matches())
                ? BOUND
                : null;
    }

    /** The model's tokenizer; for a model whose tokenizer is not public the newest of OpenAI's. */
    static TokenEstimator of(@Nullable String model, TokenEstimator rest) {
        return new EncodingEstimator(() -> encoding(model), rest);
    }

    private static Encoding encoding(@Nullable String model) {
        boolean older =
                model != null && OLDER.matcher(model.toLowerCase(Locale.ROOT)).find();
        return ENCODINGS.getEncoding(older ? EncodingType.CL100K_BASE : EncodingType.O200K_BASE);
    }
}
