package io.agentkit.spend;

import io.agentkit.ChatMiddleware;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Settings of {@code cost}: counts money and tokens in two views, answers and all spend, with the {@link CostMeter} among the resources.
 * There is nothing to set.
 */
@ConfigurationPropertiesSource
public record CostSpec() implements ChatSpec {

    public static CostSpec defaults() {
        return new CostSpec();
    }

    /** @throws IllegalArgumentException when there is no {@link CostMeter} among the resources */
    @Override
    public ChatMiddleware chatMiddleware(Resources resources) {
        return ChatMiddleware.of(new CostHook(resources.get(CostMeter.class)));
    }
}
