package io.agentkit.springai;

import io.agentkit.boot.AgentkitProperties;
import io.agentkit.tool.AgentTool;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolSafety;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.method.MethodToolCallback;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ReflectionUtils;

/** Knows what was declared about tools: in the configuration, else at the tool itself, else for all. */
final class FactsOfTools {

    /** Spring AI does not say which method a tool calls; null when a later version keeps it elsewhere. */
    private static final @Nullable Field METHOD = methodField();

    private final AgentkitProperties properties;

    private final Map<String, ToolFacts> known = new ConcurrentHashMap<>();

    FactsOfTools(AgentkitProperties properties) {
        this.properties = properties;
    }

    private static @Nullable Field methodField() {
        Field field = ReflectionUtils.findField(MethodToolCallback.class, "toolMethod", Method.class);
        if (field != null) {
            ReflectionUtils.makeAccessible(field);
        }
        return field;
    }

    /** @param chain the pair of chains; null for the default one */
    ToolFacts of(ToolCallback callback, @Nullable String chain) {
        String name = callback.getToolDefinition().name();
        AgentkitProperties.Pair pair =
                chain == null ? null : properties.chains().get(chain);
        AgentkitProperties.Tool own = pair == null ? null : pair.tool();
        return new ToolFacts(name, safety(name, callback, own));
    }

    /** The tools so far of which nobody said what a second call does. */
    Map<String, ToolFacts> undeclared() {
        return Map.copyOf(known);
    }

    private ToolSafety safety(String name, ToolCallback callback, AgentkitProperties.@Nullable Tool own) {
        ToolSafety said = own == null ? null : written(name, own);
        said = said == null ? written(name, properties.tool()) : said;
        said = said == null ? annotated(callback) : said;
        said = said == null && own != null ? own.defaultSafety() : said;
        said = said == null ? properties.tool().defaultSafety() : said;
        if (said == null || said == ToolSafety.UNKNOWN) {
            known.putIfAbsent(name, ToolFacts.unknown(name));
            return ToolSafety.UNKNOWN;
        }
        return said;
    }

    private static @Nullable ToolSafety written(String name, AgentkitProperties.Tool tool) {
        AgentkitProperties.ToolSettings settings = tool.tools().get(name);
        return settings == null ? null : settings.safety();
    }

    private static @Nullable ToolSafety annotated(ToolCallback callback) {
        AgentTool annotation = null;
        if (METHOD != null
                && callback instanceof MethodToolCallback
                && ReflectionUtils.getField(METHOD, callback) instanceof Method method) {
            annotation = AnnotatedElementUtils.findMergedAnnotation(method, AgentTool.class);
        }
        if (annotation == null) {
            annotation = AnnotatedElementUtils.findMergedAnnotation(callback.getClass(), AgentTool.class);
        }
        return annotation == null ? null : annotation.safety();
    }
}
