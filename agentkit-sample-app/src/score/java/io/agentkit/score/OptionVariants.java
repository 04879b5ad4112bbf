package io.agentkit.score;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.objenesis.ObjenesisStd;

/** Options that differ from empty ones in one field each, by reflection, for fields of plain types, lists, maps and enums. */
final class OptionVariants {

    /** What changes no answer, as docs/decisions/memoize.md says. */
    private static final Set<String> LEFT_OUT =
            Set.of("toolCallbacks", "toolContext", "timeout", "maxRetries", "proxy", "credential");

    private static final Map<Class<?>, List<?>> VALUES = Map.of(
            String.class, List.of("", "a", "b"),
            Object.class, List.of("a", Map.of("type", "b")),
            Boolean.class, List.of(true, false),
            boolean.class, List.of(true),
            Integer.class, List.of(0, 1, -1),
            Long.class, List.of(0L, 1L),
            Double.class, List.of(0.0, 0.7, 1.0),
            Float.class, List.of(0f, 1f),
            List.class, List.of(List.of(), List.of("a"), List.of("b")),
            Map.class, List.of(Map.of(), Map.of("a", "b"), Map.of("a", "c")));

    private final Map<String, ChatOptions> byName = new LinkedHashMap<>();
    private int fields;
    private int others;

    OptionVariants(Class<? extends ChatOptions> type) {
        byName.put(type.getSimpleName(), with(type, null, null));
        for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !LEFT_OUT.contains(field.getName())) {
                    add(type, field);
                }
            }
        }
    }

    private void add(Class<? extends ChatOptions> type, Field field) {
        Class<?> kind = field.getType();
        List<?> values = kind.isEnum() ? Arrays.asList(kind.getEnumConstants()) : VALUES.get(kind);
        boolean texts = !(field.getGenericType() instanceof ParameterizedType of)
                || Arrays.stream(of.getActualTypeArguments())
                        .allMatch(each -> each == String.class || each == Object.class);
        if (values == null || !texts) {
            others++;
            return;
        }
        fields++;
        for (Object value : values) {
            byName.put(field.getName() + "=" + value, with(type, field, value));
        }
    }

    private static ChatOptions with(Class<? extends ChatOptions> type, @Nullable Field field, @Nullable Object value) {
        try {
            ChatOptions options = new ObjenesisStd().newInstance(type);
            if (field != null) {
                field.setAccessible(true);
                field.set(options, value);
            }
            return options;
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    Map<String, ChatOptions> byName() {
        return byName;
    }

    /** Fields that it changed. */
    int fields() {
        return fields;
    }

    /** Fields of other types, which the tests change. */
    int others() {
        return others;
    }
}
