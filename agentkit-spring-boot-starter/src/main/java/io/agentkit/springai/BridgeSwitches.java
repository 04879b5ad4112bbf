package io.agentkit.springai;

import java.util.Set;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * What is switched off. Read from the run-time environment, since conditions are frozen where an application is built ahead of time, and
 * read without a bean, since decorating must pull in none.
 */
final class BridgeSwitches {

    private final boolean enabled;

    private final Set<String> excluded;

    BridgeSwitches(Environment environment) {
        Binder binder = Binder.get(environment);
        enabled = binder.bind("agentkit.enabled", Boolean.class).orElse(true);
        excluded = Set.copyOf(binder.bind("agentkit.spring-ai.exclude-beans", Bindable.setOf(String.class))
                .orElse(Set.of()));
    }

    boolean covers(String beanName) {
        return enabled && !excluded.contains(beanName);
    }

    boolean isEnabled() {
        return enabled;
    }

    boolean isExcluded(String beanName) {
        return excluded.contains(beanName);
    }
}
