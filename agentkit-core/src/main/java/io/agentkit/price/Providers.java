package io.agentkit.price;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The many names of who serves models, brought to one. */
final class Providers {

    static final String AWS = "aws";
    static final String AZURE = "azure";
    static final String GOOGLE = "google";

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("aws.bedrock", AWS),
            Map.entry("bedrock", AWS),
            Map.entry("bedrock_converse", AWS),
            Map.entry("bedrock_mantle", AWS),
            Map.entry("amazon-bedrock", AWS),
            Map.entry("amazon_bedrock", AWS),
            Map.entry("az.ai.openai", AZURE),
            Map.entry("az.ai.inference", AZURE),
            Map.entry("azure.ai.openai", AZURE),
            Map.entry("azure.ai.inference", AZURE),
            Map.entry("azure_ai", AZURE),
            Map.entry("azure_text", AZURE),
            Map.entry("azure-openai", AZURE),
            Map.entry("gcp.gemini", GOOGLE),
            Map.entry("gcp.vertex_ai", GOOGLE),
            Map.entry("gcp.gen_ai", GOOGLE),
            Map.entry("gemini", GOOGLE),
            Map.entry("google_genai", GOOGLE),
            Map.entry("google-vertex", GOOGLE),
            Map.entry("vertex_ai", GOOGLE),
            Map.entry("vertex_ai_beta", GOOGLE),
            Map.entry("publishers/google", GOOGLE),
            Map.entry("text-completion-openai", "openai"),
            Map.entry("mistral_ai", "mistral"),
            Map.entry("mistralai", "mistral"),
            Map.entry("x_ai", "x-ai"),
            Map.entry("xai", "x-ai"),
            Map.entry("together_ai", "together"),
            Map.entry("together-ai", "together"),
            Map.entry("fireworks_ai", "fireworks"),
            Map.entry("fireworks-ai", "fireworks"),
            Map.entry("voyage", "voyageai"),
            Map.entry("zai", "zhipuai"),
            Map.entry("moonshot", "moonshotai"),
            Map.entry("cohere_chat", "cohere"));

    /** Whoever makes a model; its price is the model's price where nobody says who served it. */
    private static final Set<String> MAKERS = Set.of(
            "openai",
            "anthropic",
            GOOGLE,
            "mistral",
            "deepseek",
            "cohere",
            "x-ai",
            "voyageai",
            "zhipuai",
            "moonshotai",
            "minimax");

    /** Who serves models of others at the makers' prices, where it has none of its own. OpenRouter passes prices on. */
    private static final Set<String> CLOUDS = Set.of(AWS, AZURE, GOOGLE, "openrouter");

    private Providers() {}

    /** The one name; null when the provider is not known. */
    static @Nullable String of(@Nullable String name) {
        if (name == null || name.isBlank()) {
            return null;
        }
        String plain = name.strip().toLowerCase(Locale.ROOT);
        if (plain.startsWith("vertex_ai-")) {
            return GOOGLE;
        }
        return NAMES.getOrDefault(plain, plain);
    }

    static boolean isMaker(String provider) {
        return MAKERS.contains(provider);
    }

    /** Whether a price without a provider, which is the maker's, may be used there: elsewhere the model is unknown rather than wrong. */
    static boolean hasMakersPrices(@Nullable String provider) {
        return provider == null || MAKERS.contains(provider) || CLOUDS.contains(provider);
    }

    /** The name of a model without its provider in front, where it is this one. */
    static String local(@Nullable String provider, String model) {
        int slash = model.indexOf('/');
        return provider != null && slash > 0 && provider.equals(of(model.substring(0, slash)))
                ? model.substring(slash + 1)
                : model;
    }

    /** Whether a prefix such as {@code azure/} names a provider that is known here. */
    static boolean isKnown(String name) {
        String plain = of(name);
        return plain != null && (MAKERS.contains(plain) || CLOUDS.contains(plain) || NAMES.containsValue(plain));
    }
}
