package io.agentkit.embedding;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * A bean that is made when it is used first: models are large, and what decorates beans may not be there yet.
 *
 * @param <T> its type
 */
record LazyBean<T>(ListableBeanFactory beans, String name, Class<T> type) {

    /** The bean of that name, or the only or primary one of the type; null when there is none. */
    static <T> @Nullable LazyBean<T> find(ListableBeanFactory beans, @Nullable String name, Class<T> type) {
        if (name != null) {
            return beans.containsBean(name) && beans.isTypeMatch(name, type) ? new LazyBean<>(beans, name, type) : null;
        }
        String[] names = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false);
        if (names.length == 1) {
            return new LazyBean<>(beans, names[0], type);
        }
        String primary = null;
        for (String each : names) {
            if (isPrimary(beans, each)) {
                primary = primary == null ? each : "";
            }
        }
        return primary == null || primary.isEmpty() ? null : new LazyBean<>(beans, primary, type);
    }

    private static boolean isPrimary(ListableBeanFactory beans, String name) {
        return beans instanceof ConfigurableListableBeanFactory configurable
                && configurable.containsBeanDefinition(name)
                && configurable.getBeanDefinition(name).isPrimary();
    }

    T get() {
        return beans.getBean(name, type);
    }
}
