package io.agentkit.springai;

import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Switches off retries beneath chains that retry themselves: two layers multiply. Its values stand behind all others, so what an
 * application writes wins.
 */
public final class ProviderRetriesEnvironmentPostProcessor implements EnvironmentPostProcessor, Ordered {

    static final String SOURCE = "agentkit-provider-retries";

    private static final Logger log = LoggerFactory.getLogger(ProviderRetriesEnvironmentPostProcessor.class);

    /** After the configuration files were read. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        try {
            if (new BridgeSwitches(environment).isEnabled()) {
                Map<String, Object> values = ProviderRetries.switchedOff(environment, application.getClassLoader());
                if (!values.isEmpty()) {
                    environment.getPropertySources().addLast(new MapPropertySource(SOURCE, values));
                }
            }
        } catch (BindException broken) {
            // The configuration is read again, and refused with all details, when the context starts.
            log.debug("The configuration cannot be read yet", broken);
        }
    }
}
