package io.agentkit.springai;

import io.agentkit.boot.ToolDeclarations;
import io.agentkit.boot.ToolInCode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ReflectionUtils;

/** Has what is said about tools compared with the beans that are tools or have some. Asks no MCP server and creates no bean. */
final class ToolsAtStart implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(ToolsAtStart.class);

    private final ConfigurableListableBeanFactory beans;
    private final FactsOfTools facts;
    private final ToolDeclarations declarations;
    private final boolean enabled;

    ToolsAtStart(
            ConfigurableListableBeanFactory beans, FactsOfTools facts, ToolDeclarations declarations, boolean enabled) {
        this.enabled = enabled;
        this.beans = beans;
        this.facts = facts;
        this.declarations = declarations;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!enabled) {
            return;
        }
        Set<ToolCallback> found = new LinkedHashSet<>();
        for (String name : beans.getBeanDefinitionNames()) {
            Object bean = beans.containsSingleton(name) ? beans.getSingleton(name) : null;
            if (bean != null) {
                found.addAll(tools(bean));
            }
        }
        declarations.check(found.stream()
                .map(tool -> new ToolInCode(
                        tool.getToolDefinition().name(),
                        tool.getToolDefinition().inputSchema(),
                        facts.inCode(tool)))
                .toList());
    }

    private static List<ToolCallback> tools(Object bean) {
        try {
            if (bean instanceof ToolCallback tool) {
                return List.of(tool);
            }
            if (bean instanceof ToolCallbackProvider provider) {
                return McpProviders.isOne(provider) ? List.of() : List.of(provider.getToolCallbacks());
            }
            return hasTools(AopUtils.getTargetClass(bean)) ? List.of(ToolCallbacks.from(bean)) : List.of();
        } catch (RuntimeException | LinkageError failure) {
            log.debug("The tools of {} cannot be told", bean.getClass(), failure);
            return List.of();
        }
    }

    private static boolean hasTools(Class<?> type) {
        if (type.getName().startsWith("org.springframework.") || !AnnotationUtils.isCandidateClass(type, Tool.class)) {
            return false;
        }
        List<Boolean> tools = new ArrayList<>(1);
        ReflectionUtils.doWithLocalMethods(type, method -> {
            if (AnnotatedElementUtils.isAnnotated(method, Tool.class)) {
                tools.add(true);
            }
        });
        return !tools.isEmpty();
    }
}
