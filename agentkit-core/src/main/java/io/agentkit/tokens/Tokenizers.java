package io.agentkit.tokens;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import io.agentkit.chat.TokenEstimator;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The tokenizers of models, as far as they are public. Loaded when first asked for: half a second, and some 50 MB that stay. */
final class Tokenizers {

    private static final EncodingRegistry ENCODINGS = Encodings.newLazyEncodingRegistry();

    /** OpenAI's models before gpt-4o; the name may follow a provider's. */
    private static final Pattern OLDER =
            Pattern.compile("(?:^|[/:.])(?:gpt-4(?!o|\\.|-?5)|gpt-3|gpt-35|text-embedding-)");

    private Tokenizers() {}

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
