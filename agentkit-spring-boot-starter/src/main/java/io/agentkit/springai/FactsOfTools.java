package io.agentkit.springai;

import io.agentkit.boot.AgentkitProperties.ToolSettings;
import io.agentkit.boot.ToolDeclaration;
import io.agentkit.boot.ToolDeclarations;
import io.agentkit.tool.AgentTool;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolSafety;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.method.MethodToolCallback;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ReflectionUtils;

/** Reads what a tool's own code declares, which the configuration may overrule. */
final class FactsOfTools {

    /** Spring AI does not say which method a tool calls; null when a later version keeps it elsewhere. */
    private static final @Nullable Field METHOD = methodField();

    /** The name of the pair that is used where nothing else is assigned. */
    private static final String DEFAULT = "default";

    private final ToolDeclarations declarations;

    FactsOfTools(ToolDeclarations declarations) {
        this.declarations = declarations;
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
        return declarations.facts(chain == null ? DEFAULT : chain, name, annotated(callback));
    }

    private static List<ToolDeclaration> annotated(ToolCallback callback) {
        AgentTool annotation = null;
        if (METHOD != null
                && callback instanceof MethodToolCallback
                && ReflectionUtils.getField(METHOD, callback) instanceof Method method) {
            annotation = AnnotatedElementUtils.findMergedAnnotation(method, AgentTool.class);
        }
        if (annotation == null) {
            annotation = AnnotatedElementUtils.findMergedAnnotation(callback.getClass(), AgentTool.class);
        }
        return annotation == null || annotation.safety() == ToolSafety.UNKNOWN
                ? List.of()
                : List.of(new ToolDeclaration(
                        "@AgentTool", new ToolSettings(annotation.safety(), null, null, null, null, null)));
    }
}
