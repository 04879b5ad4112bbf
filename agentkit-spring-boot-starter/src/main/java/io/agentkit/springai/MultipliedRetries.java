package io.agentkit.springai;

import io.agentkit.CallKind;
import io.agentkit.boot.ChainPair;
import io.agentkit.boot.Chains;
import io.agentkit.resilience.RetrySpec;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;

/** Warns once at the start of models whose own client retries beneath a chain that does so too. */
final class MultipliedRetries implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(MultipliedRetries.class);

    private static final String RETRY = "retry";

    private final ModelPostProcessor models;
    private final Chains chains;
    private final Environment environment;

    MultipliedRetries(ModelPostProcessor models, Chains chains, Environment environment) {
        this.models = models;
        this.chains = chains;
        this.environment = environment;
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (Map.Entry<String, ChatModel> model : models.models().entrySet()) {
            check(model.getKey(), model.getValue());
        }
    }

    private void check(String name, ChatModel model) {
        ChainPair pair = chains.pairForModel(name);
        ProviderRetries beneath = ProviderRetries.of(model.getClass());
        boolean retries = pair.chat().names().contains(RETRY);
        if (!retries
                || beneath == null
                || beneath.current(environment) == 0
                || !(chains.settings(pair.name(), CallKind.CHAT, RETRY) instanceof RetrySpec spec)) {
            return;
        }
        int below = beneath.current(environment) + 1;
        log.warn(
                "Model '{}' is asked up to {} times for one call: {} attempts of 'retry' times {} of its own client; set '{}: 0'"
                        + " to have 'retry' alone decide",
                name,
                spec.maxAttempts() * below,
                spec.maxAttempts(),
                below,
                beneath.key());
    }
}
