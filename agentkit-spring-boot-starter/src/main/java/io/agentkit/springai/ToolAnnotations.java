package io.agentkit.springai;

import io.agentkit.boot.ToolDeclaration;
import io.agentkit.tool.AgentTool;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.ai.tool.method.MethodToolCallback;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Finds what annotations say about a tool. Thread-safe. */
final class ToolAnnotations {

    private static final HiddenField METHOD = HiddenField.of(MethodToolCallback.class, "toolMethod");
    private static final HiddenField OBJECT = HiddenField.of(MethodToolCallback.class, "toolObject");
    private static final HiddenField FUNCTION = HiddenField.of(FunctionToolCallback.class, "toolFunction");

    private final AnnotatedBeans beans;
    private final Map<Method, Optional<ToolDeclaration>> methods = new ConcurrentHashMap<>();
    private final Map<Class<?>, Optional<ToolDeclaration>> classes = new ConcurrentHashMap<>();

    ToolAnnotations(AnnotatedBeans beans) {
        this.beans = beans;
    }

    /**
     * The nearest first: the tool's method, the bean method that made its object, the object's class, and what made the callback.
     *
     * @throws io.agentkit.boot.InvalidConfigurationException when an annotation cannot be meant
     */
    List<ToolDeclaration> of(ToolCallback callback) {
        List<ToolDeclaration> found = new ArrayList<>(2);
        if (callback instanceof MethodToolCallback) {
            Method method = METHOD.in(callback, Method.class);
            Object object = OBJECT.in(callback, Object.class);
            if (method != null) {
                add(found, methods.computeIfAbsent(method, ToolAnnotations::at).orElse(null));
            }
            if (object != null) {
                add(found, beans.of(object));
                add(found, at(AopUtils.getTargetClass(object)));
            } else if (method != null) {
                add(found, at(method.getDeclaringClass()));
            }
        }
        add(found, beans.of(callback));
        if (callback instanceof FunctionToolCallback<?, ?>) {
            Object function = FUNCTION.in(callback, Object.class);
            add(found, function == null ? null : at(function.getClass()));
        }
        add(found, at(callback.getClass()));
        return found;
    }

    /** What stays the same where callbacks are made anew for each request: the method. */
    static Object identity(ToolCallback callback) {
        Method method = callback instanceof MethodToolCallback ? METHOD.in(callback, Method.class) : null;
        return method == null ? callback : method;
    }

    private static void add(List<ToolDeclaration> found, @Nullable ToolDeclaration declaration) {
        if (declaration != null) {
            found.add(declaration);
        }
    }

    private static Optional<ToolDeclaration> at(Method method) {
        AgentTool annotation = AnnotatedElementUtils.findMergedAnnotation(method, AgentTool.class);
        return Optional.ofNullable(annotation)
                .map(found ->
                        ToolDeclaration.of(found, method.getDeclaringClass().getSimpleName() + "." + method.getName()));
    }

    private @Nullable ToolDeclaration at(Class<?> type) {
        // Classes of lambdas are made without an end, and have no annotations.
        if (type.isHidden() || type.isSynthetic()) {
            return null;
        }
        return classes.computeIfAbsent(
                        type,
                        each -> Optional.ofNullable(AnnotatedElementUtils.findMergedAnnotation(each, AgentTool.class))
                                .map(found -> ToolDeclaration.of(found, each.getSimpleName())))
                .orElse(null);
    }
}
