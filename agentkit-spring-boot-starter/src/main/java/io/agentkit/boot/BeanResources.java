package io.agentkit.boot;

import io.agentkit.ChainEnvironment;
import io.agentkit.spec.Resources;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

/**
 * What specs ask for, out of the application context.
 *
 * @param owner the bean that is made of it
 */
record BeanResources(BeanFactory factory, @Nullable String owner) implements Resources {

    @Override
    public ChainEnvironment environment() {
        return factory.getBean(ChainEnvironment.class);
    }

    @Override
    public <T> @Nullable T find(Class<T> type) {
        return factory.getBeanProvider(type).getIfUnique();
    }

    @Override
    public <T> @Nullable T find(String name, Class<T> type) {
        return factory.containsBean(name) && factory.isTypeMatch(name, type) ? factory.getBean(name, type) : null;
    }
}
