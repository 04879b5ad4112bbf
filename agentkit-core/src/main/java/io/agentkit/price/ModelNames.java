package io.agentkit.price;

import java.util.Locale;
import java.util.regex.Pattern;

/** The many ways in which one model is named, brought to one. */
final class ModelNames {

    /** Who serves it. Resellers with prices of their own are not among them. */
    private static final Pattern SERVED_BY = Pattern.compile(
            "^(?:(?:openai|azure|anthropic|google|gemini|vertex_ai|google-vertex|mistral|mistralai|deepseek|bedrock|openrouter"
                    + "|models|publishers)/)+(?:models/)?");

    private static final Pattern BEDROCK = Pattern.compile(
            "^(?:(?:us|eu|apac|global|jp|au|ca|us-gov)\\.)?(?:anthropic|mistral|deepseek|openai|google)\\.");

    private static final Pattern VERSION = Pattern.compile("(?:-v\\d+)?:\\d+$");

    private static final Pattern DATE =
            Pattern.compile("(?:[-@](?:20\\d{2}-\\d{2}-\\d{2}|20\\d{6})(?:-v\\d+)?|[-@:]latest|@default)$");

    private ModelNames() {}

    /** Lower case, without provider and with dashes for dots; a date in it stays. */
    static String dated(String name) {
        String plain = SERVED_BY.matcher(name.strip().toLowerCase(Locale.ROOT)).replaceFirst("");
        plain = BEDROCK.matcher(plain).replaceFirst("");
        return VERSION.matcher(plain).replaceFirst("").replace('.', '-');
    }

    /** The same without a date; the argument itself when it has none. */
    static String undated(String dated) {
        return DATE.matcher(dated).replaceFirst("");
    }
}
