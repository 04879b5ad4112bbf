package io.agentkit.price;

import io.agentkit.chat.ModelFacts;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads what catalogues say of models beside their prices. What makes no sense there is not known, and costs no price its place. */
final class CatalogueFacts {

    private static final BigDecimal MOST = BigDecimal.valueOf(Integer.MAX_VALUE);

    private CatalogueFacts() {}

    static ModelFacts ofLiteLlm(JsonNode entry) {
        return known(new ModelFacts(
                tokens(entry.get("max_input_tokens")),
                tokens(entry.get("max_output_tokens")),
                flag(entry, "supports_function_calling"),
                media(entry),
                flag(entry, "supports_response_schema"),
                flag(entry, "supports_assistant_prefill")));
    }

    static ModelFacts ofGenaiPrices(JsonNode model) {
        return known(new ModelFacts(tokens(model.get("context_window")), null, null, null, null, null));
    }

    /** Most entries say nothing, and one instance spares their memory. */
    private static ModelFacts known(ModelFacts read) {
        return read.equals(ModelFacts.UNKNOWN) ? ModelFacts.UNKNOWN : read;
    }

    /** One that reads documents or sound and no images cannot be told from here. */
    private static @Nullable Boolean media(JsonNode entry) {
        Boolean images = flag(entry, "supports_vision");
        boolean others = isTrue(entry, "supports_pdf_input")
                || isTrue(entry, "supports_audio_input")
                || isTrue(entry, "supports_video_input");
        return (others && Boolean.FALSE.equals(images)) ? null : images;
    }

    private static boolean isTrue(JsonNode entry, String field) {
        return Boolean.TRUE.equals(flag(entry, field));
    }

    private static @Nullable Boolean flag(JsonNode entry, String field) {
        JsonNode flag = entry.get(field);
        if (flag == null || !flag.isBoolean()) {
            return null;
        }
        return flag.booleanValue();
    }

    private static @Nullable Integer tokens(@Nullable JsonNode count) {
        if (count == null || !count.isNumber()) {
            return null;
        }
        BigDecimal tokens = count.decimalValue();
        return tokens.compareTo(BigDecimal.ONE) < 0 || tokens.compareTo(MOST) > 0 ? null : tokens.intValue();
    }
}
