package io.agentkit.springai;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.agentkit.boot.ToolDeclaration;
import io.agentkit.tool.AgentTool;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Remembers of each bean what the method that declares it says about it as a tool. Keeps no bean alive. Thread-safe. */
final class AnnotatedBeans implements BeanPostProcessor, BeanFactoryAware, Ordered {

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
        if (annotation != null) {
            declarations.put(bean, ToolDeclaration.of(annotation, "bean '" + beanName + "'"));
        }
        return bean;
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
