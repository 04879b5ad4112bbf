package io.agentkit.springai;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** The retries that the clients of Spring AI's models make by themselves, beneath a chain: where they are set, and how many. */
enum ProviderRetries {
    /** Has a key for chat alone, which is why that one is written; the common one counts where an application sets it. */
    OPENAI(
            "org.springframework.ai.openai.",
            "openAiChatModel",
            3,
            List.of("spring.ai.openai.chat.max-retries", "spring.ai.openai.max-retries")),
    /** Has no other kind of model. */
    ANTHROPIC("org.springframework.ai.anthropic.", "anthropicChatModel", 2, List.of("spring.ai.anthropic.max-retries")),
    /** All others share one template, whose attempts are retries in truth, and which models that embed use as well. */
    OTHERS("org.springframework.ai.", null, 10, List.of("spring.ai.retry.max-attempts"));

    private static final List<String> EMBEDDING = List.of(
            "org.springframework.ai.ollama.OllamaEmbeddingModel",
            "org.springframework.ai.mistralai.MistralAiEmbeddingModel");

    private final String packageName;
    private final @Nullable String beanName;
    private final int usual;
    private final List<String> keys;

    ProviderRetries(String packageName, @Nullable String beanName, int usual, List<String> keys) {
        this.packageName = packageName;
        this.beanName = beanName;
        this.usual = usual;
        this.keys = keys;
    }

    /** The client's retries of a model; null when it is none of Spring AI's. */
    static @Nullable ProviderRetries of(Class<?> model) {
        for (ProviderRetries retries : values()) {
            if (model.getName().startsWith(retries.packageName)) {
                return retries;
            }
        }
        return null;
    }

    /** The key that switches them off for chat, and for as little else as can be. */
    String key() {
        return keys.get(0);
    }

    /** How many there are now. */
    int current(Environment environment) {
        Binder binder = Binder.get(environment);
        for (String key : keys) {
            Integer written = binder.bind(key, Integer.class).orElse(null);
            if (written != null) {
                return written;
            }
        }
        return usual;
    }

    /** What is to be added to the environment so that a chain with a retry is the only one that retries. */
    static Map<String, Object> switchedOff(Environment environment, ClassLoader loader) {
        Map<String, Object> values = new LinkedHashMap<>();
        WrittenChains chains = new WrittenChains(environment);
        for (ProviderRetries retries : values()) {
            if (retries.isUnset(environment) && retries.isOursAlone(chains, environment, loader)) {
                values.put(retries.key(), 0);
            }
        }
        return values;
    }

    private boolean isUnset(Environment environment) {
        Binder binder = Binder.get(environment);
        return keys.stream().noneMatch(key -> binder.bind(key, String.class).isBound());
    }

    private boolean isOursAlone(WrittenChains chains, Environment environment, ClassLoader loader) {
        if (beanName != null) {
            return chains.retryFor(beanName);
        }
        return chains.retryEverywhere() && !isEmbedding(environment, loader);
    }

    private static boolean isEmbedding(Environment environment, ClassLoader loader) {
        String chosen = environment.getProperty("spring.ai.model.embedding");
        if (chosen != null) {
            return chosen.equals("ollama") || chosen.equals("mistral");
        }
        return EMBEDDING.stream().anyMatch(type -> ClassUtils.isPresent(type, loader));
    }

    /** The lists as they stand in the environment, before anything was checked. */
    private static final class WrittenChains {

        private static final Bindable<List<String>> LIST = Bindable.listOf(String.class);

        private final Binder binder;

        WrittenChains(Environment environment) {
            binder = Binder.get(environment);
        }

        boolean retryFor(String model) {
            String pair = binder.bind("agentkit.assign.models", Bindable.mapOf(String.class, String.class))
                    .orElse(Map.of())
                    .get(model);
            return hasRetry(pair);
        }

        boolean retryEverywhere() {
            return hasRetry(null)
                    && binder
                            .bind("agentkit.chains", Bindable.mapOf(String.class, Object.class))
                            .orElse(Map.of())
                            .keySet()
                            .stream()
                            .allMatch(this::hasRetry);
        }

        /** A pair that writes no list for models has the common one. */
        private boolean hasRetry(@Nullable String pair) {
            List<String> common = binder.bind("agentkit.chat.chain", LIST).orElse(List.of());
            List<String> list = pair == null
                    ? common
                    : binder.bind("agentkit.chains." + pair + ".chat.chain", LIST)
                            .orElse(common);
            return list.contains("retry");
        }
    }
}
