package io.agentkit.boot;

import io.agentkit.CallKind;
import io.agentkit.ChatMiddleware;
import io.agentkit.Middleware;
import io.agentkit.ToolMiddleware;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** The application's own middlewares, found by the declared types of its beans: none is created here. */
final class MiddlewareBeans {

    private final ConfigurableListableBeanFactory factory;

    MiddlewareBeans(ConfigurableListableBeanFactory factory) {
        this.factory = factory;
    }

    static Class<?> typeFor(CallKind kind) {
        return kind == CallKind.CHAT ? ChatMiddleware.class : ToolMiddleware.class;
    }

    /** Names of beans that may stand in a list of this kind. */
    Set<String> names(CallKind kind) {
        return namesOf(typeFor(kind));
    }

    /** Names of all the application's middlewares. */
    Set<String> names() {
        return namesOf(Middleware.class);
    }

    private Set<String> namesOf(Class<?> type) {
        Set<String> names = new TreeSet<>(Set.of(factory.getBeanNamesForType(type, true, false)));
        names.removeIf(name -> name.startsWith("agentkit."));
        return names;
    }

    boolean exists(String name) {
        return factory.containsBean(name);
    }

    boolean isMiddleware(String name) {
        return exists(name) && factory.isTypeMatch(name, Middleware.class);
    }

    /** Whether the application itself has a bean of the name that a built-in middleware would get. */
    boolean isReplaced(String bean) {
        return exists(bean)
                && !(factory.containsBeanDefinition(bean)
                        && factory.getBeanDefinition(bean).hasAttribute(ChainRegistrar.OURS));
    }

    boolean fits(String name, CallKind kind) {
        return factory.isTypeMatch(name, typeFor(kind));
    }

    /** The declared type in words. */
    String typeName(String name) {
        Class<?> type = factory.getType(name, false);
        return type == null ? "of a type that cannot be told" : "a " + type.getName();
    }

    /** Where the bean was defined; null when that is not known. */
    @Nullable
    String whereDefined(String name) {
        return factory.containsBeanDefinition(name)
                ? factory.getBeanDefinition(name).getResourceDescription()
                : null;
    }
}
