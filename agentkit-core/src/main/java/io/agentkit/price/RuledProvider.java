package io.agentkit.price;

import io.agentkit.chat.ModelFacts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One provider of genai-prices with its models, in the order of the file, in which the first that matches a name wins.
 *
 * @param id its name there
 * @param matchesModel which names of models are its own where nobody says who served them; null when none
 * @param matchesProvider further names of itself; null when it has none
 * @param fallbacks ids of providers whose models it serves at their prices
 */
record RuledProvider(
        String id,
        @Nullable NameRule matchesModel,
        @Nullable NameRule matchesProvider,
        List<String> fallbacks,
        List<Model> models) {

    /**
     * A model with the names that mean it.
     *
     * @param prices null when the catalogue knows the model but not its price
     */
    record Model(String id, NameRule rule, @Nullable ModelPrices prices, ModelFacts facts) {}

    RuledProvider {
        fallbacks = List.copyOf(fallbacks);
        models = List.copyOf(models);
    }

    boolean isMeantBy(String provider) {
        return matchesProvider != null && matchesProvider.matches(provider);
    }

    boolean isLikelyFor(String model) {
        return matchesModel != null && matchesModel.matches(model);
    }

    /** @param name in lower case */
    @Nullable
    Model find(String name) {
        for (Model model : models) {
            if (model.rule().matches(name)) {
                return model;
            }
        }
        return null;
    }
}
