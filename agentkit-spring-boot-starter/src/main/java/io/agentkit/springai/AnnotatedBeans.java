package io.agentkit.springai;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.agentkit.boot.ToolDeclaration;
import io.agentkit.tool.AgentTool;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Remembers of each bean what the method that declares it says about it as a tool. Keeps no bean alive. Thread-safe. */
final class AnnotatedBeans implements BeanPostProcessor, BeanFactoryAware, Ordered {

    private static final Logger log = LoggerFactory.getLogger(AnnotatedBeans.class);

    /** By identity. */
    private final Cache<Object, ToolDeclaration> declarations =
            Caffeine.newBuilder().weakKeys().build();

    private @Nullable ConfigurableListableBeanFactory beans;

    @Override
    public void setBeanFactory(BeanFactory beanFactory) {
        beans = beanFactory instanceof ConfigurableListableBeanFactory listable ? listable : null;
    }

    /** After whoever puts a proxy around the bean. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        Method factory = factoryMethod(beanName);
        AgentTool annotation =
                factory == null ? null : AnnotatedElementUtils.findMergedAnnotation(factory, AgentTool.class);
        if (factory == null || annotation == null) {
            return bean;
        }
        ToolDeclaration declaration = ToolDeclaration.of(annotation, "bean '" + beanName + "'");
        declarations.put(bean, declaration);
        return bean instanceof ToolCallbackProvider provider
                ? declared(provider, declaration, factory.getReturnType(), beanName)
                : bean;
    }

    /** What a provider gives is made anew each time, so each of its tools is noted as it comes by. */
    private ToolCallbackProvider declared(
            ToolCallbackProvider provider, ToolDeclaration declaration, Class<?> announced, String beanName) {
        if (announced != ToolCallbackProvider.class || McpProviders.isOne(provider)) {
            log.warn(
                    "@AgentTool at bean '{}' says nothing about its tools: {}",
                    beanName,
                    announced == ToolCallbackProvider.class
                            ? "they are those of an MCP server; write what holds below 'agentkit.tool.tools'"
                            : "declare the type of the bean method as ToolCallbackProvider");
            return provider;
        }
        return new DeclaredProvider(provider, tool -> declarations.asMap().putIfAbsent(tool, declaration));
    }

    private record DeclaredProvider(ToolCallbackProvider provider, Consumer<ToolCallback> note)
            implements ToolCallbackProvider {

        @Override
        public ToolCallback[] getToolCallbacks() {
            ToolCallback[] tools = provider.getToolCallbacks();
            Arrays.asList(tools).forEach(note);
            return tools;
        }
    }

    private @Nullable Method factoryMethod(String beanName) {
        return beans != null
                        && beans.containsBeanDefinition(beanName)
                        && beans.getMergedBeanDefinition(beanName) instanceof RootBeanDefinition definition
                ? definition.getResolvedFactoryMethod()
                : null;
    }

    /** What the bean's method says; null when the object is no bean, or nothing is said. */
    @Nullable
    ToolDeclaration of(Object object) {
        return declarations.getIfPresent(object);
    }
}
