package io.agentkit.resilience;

import io.agentkit.ChatMiddleware;
import io.agentkit.chat.KnownModels;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * Asks the next model when one fails, until a part of an answer was shown to a consumer that cannot take it back. The list is all there is
 * to ask: its first model answers as a rule, whatever model a request names. What falls back is a failure that may pass, an open circuit, a
 * quota that is used up, an account or model that is not there, and a prompt that is too long where the next window is larger. An invalid
 * request, refused content, budgets and cancellation do not. When several fail, {@link AllModelsFailedException} tells of the first one.
 * Immutable.
 *
 * @param models the models to ask, in order, each once: the name of a model's bean (or endpoint), that and a model behind a colon
 *     ({@code openAiChatModel:gpt-5-mini}), or a model; has to be set
 * @param targets what single models can do, by their names in the list; by default what imported catalogues say, and everything where
 *     they say nothing
 * @param fallbackIf name of a predicate of throwables that decides which failures fall back, in place of the classification
 * @param breaker when to stop asking one of the models for a while; on by default
 */
@ConfigurationPropertiesSource
public record FallbackSpec(
        List<String> models,
        Map<String, FallbackTarget> targets,
        @Nullable String fallbackIf,
        @NestedConfigurationProperty BreakerSpec breaker)
        implements ChatSpec {

    public FallbackSpec(
            @Nullable List<String> models,
            @Nullable Map<String, FallbackTarget> targets,
            @Nullable String fallbackIf,
            @Nullable BreakerSpec breaker) {
        if (models == null || models.isEmpty()) {
            throw new IllegalArgumentException("'models' must be set: the models to ask, in order");
        }
        this.models = List.copyOf(models);
        this.targets = targets == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(targets));
        this.fallbackIf = fallbackIf;
        this.breaker = Objects.requireNonNullElse(breaker, BreakerSpec.defaults());
        Set<String> seen = new HashSet<>();
        for (String model : this.models) {
            if (model.isBlank()) {
                throw new IllegalArgumentException("'models' must name models (was '%s')".formatted(model));
            }
            if (!seen.add(model)) {
                throw new IllegalArgumentException("'models' must name each model once (was '%s')".formatted(model));
            }
        }
        for (String target : this.targets.keySet()) {
            if (!seen.contains(target)) {
                throw new IllegalArgumentException("'targets' must be about names in 'models', which are %s (was '%s')"
                        .formatted(String.join(", ", this.models), target));
            }
        }
        if (fallbackIf != null && fallbackIf.isBlank()) {
            throw new IllegalArgumentException("'fallbackIf' must name a predicate (was blank)");
        }
    }

    /** These models in this order. */
    public static FallbackSpec of(String... models) {
        return new FallbackSpec(List.of(models), null, null, null);
    }

    public FallbackSpec withTarget(String model, FallbackTarget value) {
        Map<String, FallbackTarget> more = new LinkedHashMap<>(targets);
        more.put(model, value);
        return new FallbackSpec(models, more, fallbackIf, breaker);
    }

    public FallbackSpec withFallbackIf(@Nullable String name) {
        return new FallbackSpec(models, targets, name, breaker);
    }

    public FallbackSpec withBreaker(BreakerSpec value) {
        return new FallbackSpec(models, targets, fallbackIf, value);
    }

    /** @throws IllegalArgumentException when there is no such predicate, or a model's name cannot be right */
    @Override
    public ChatMiddleware chatMiddleware(Resources resources) {
        Breakers breakers = breaker.enabled() ? breakers(resources) : null;
        KnownModels known = resources.find(KnownModels.class);
        List<Target> found = new ArrayList<>(models.size());
        for (String name : models) {
            FallbackTarget settings = targets.getOrDefault(name, FallbackTarget.defaults());
            Abilities abilities = new Abilities(settings, known, ChatTargets.of(name, resources), found.isEmpty());
            found.add(new Target(name, abilities, breaker, breakers));
        }
        return new FallbackChat(found, new FallsBack(predicate(resources)));
    }

    private static Breakers breakers(Resources resources) {
        Breakers shared = resources.find(Breakers.class);
        return shared == null ? new Breakers(resources.environment().time()) : shared;
    }

    @SuppressWarnings("unchecked") // a predicate of anything that is tested with throwables
    private @Nullable Predicate<Throwable> predicate(Resources resources) {
        return fallbackIf == null ? null : resources.get(fallbackIf, Predicate.class);
    }
}
