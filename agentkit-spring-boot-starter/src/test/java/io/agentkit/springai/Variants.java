package io.agentkit.springai;

import com.anthropic.models.messages.Metadata;
import com.anthropic.models.messages.OutputConfig;
import com.anthropic.models.messages.ThinkingConfigAdaptive;
import com.anthropic.models.messages.ThinkingConfigDisabled;
import com.anthropic.models.messages.ThinkingConfigEnabled;
import com.anthropic.models.messages.ThinkingConfigParam;
import com.anthropic.models.messages.ToolChoice;
import com.anthropic.models.messages.ToolChoiceAny;
import com.anthropic.models.messages.ToolChoiceAuto;
import com.anthropic.models.messages.ToolChoiceTool;
import com.openai.azure.AzureOpenAIServiceVersion;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.google.genai.GoogleGenAiChatOptions;
import org.springframework.ai.google.genai.GoogleGenAiChatOptions.ToolChoice.Mode;
import org.springframework.ai.ollama.api.ThinkOption;
import org.springframework.objenesis.ObjenesisStd;

/** Objects of a type that differ in one field each, by reflection, so that no field can be forgotten; one of an unknown type is a failure. */
final class Variants {

    private static final ObjenesisStd OBJENESIS = new ObjenesisStd();

    private static final Map<Class<?>, List<?>> KNOWN = Map.ofEntries(
            Map.entry(String.class, List.of("", "a", "b")),
            Map.entry(Object.class, List.of("a", "b", Map.of("type", "a"), List.of(1))),
            Map.entry(Boolean.class, List.of(true, false)),
            Map.entry(boolean.class, List.of(true)),
            Map.entry(Integer.class, List.of(0, 1, -1)),
            Map.entry(Long.class, List.of(0L, 1L, -1L)),
            Map.entry(Double.class, List.of(0.0, 1.0, 0.7)),
            Map.entry(Float.class, List.of(0f, 1f, 0.7f)),
            Map.entry(Duration.class, List.of(Duration.ZERO, Duration.ofSeconds(1))),
            Map.entry(
                    AzureOpenAIServiceVersion.class,
                    List.of(
                            AzureOpenAIServiceVersion.latestStableVersion(),
                            AzureOpenAIServiceVersion.fromString("2020-01-01"))),
            Map.entry(
                    Metadata.class,
                    List.of(
                            Metadata.builder().build(),
                            Metadata.builder().userId("a").build(),
                            Metadata.builder().userId("b").build())),
            Map.entry(
                    OutputConfig.class,
                    List.of(
                            OutputConfig.builder().build(),
                            OutputConfig.builder()
                                    .effort(OutputConfig.Effort.LOW)
                                    .build(),
                            OutputConfig.builder()
                                    .effort(OutputConfig.Effort.HIGH)
                                    .build())),
            Map.entry(
                    ToolChoice.class,
                    List.of(
                            ToolChoice.ofAuto(ToolChoiceAuto.builder().build()),
                            ToolChoice.ofAny(ToolChoiceAny.builder().build()),
                            ToolChoice.ofTool(ToolChoiceTool.builder().name("a").build()),
                            ToolChoice.ofTool(ToolChoiceTool.builder().name("b").build()))),
            Map.entry(
                    ThinkingConfigParam.class,
                    List.of(
                            ThinkingConfigParam.ofDisabled(
                                    ThinkingConfigDisabled.builder().build()),
                            ThinkingConfigParam.ofAdaptive(
                                    ThinkingConfigAdaptive.builder().build()),
                            ThinkingConfigParam.ofEnabled(ThinkingConfigEnabled.builder()
                                    .budgetTokens(1_024)
                                    .build()),
                            ThinkingConfigParam.ofEnabled(ThinkingConfigEnabled.builder()
                                    .budgetTokens(2_048)
                                    .build()))),
            Map.entry(
                    GoogleGenAiChatOptions.ToolChoice.class,
                    List.of(
                            new GoogleGenAiChatOptions.ToolChoice(Mode.AUTO, List.of()),
                            new GoogleGenAiChatOptions.ToolChoice(Mode.ANY, List.of()),
                            new GoogleGenAiChatOptions.ToolChoice(Mode.ANY, List.of("a")))),
            Map.entry(
                    ThinkOption.class,
                    List.of(
                            ThinkOption.ThinkBoolean.ENABLED,
                            ThinkOption.ThinkBoolean.DISABLED,
                            ThinkOption.ThinkLevel.LOW,
                            ThinkOption.ThinkLevel.HIGH)));

    private Variants() {}

    /** By what differs from the first, which has nothing set. */
    static Map<String, Object> of(Class<?> type, Set<String> leftOut) {
        Map<String, Object> variants = new LinkedHashMap<>();
        variants.put(type.getSimpleName(), with(type, null, null));
        Stream.<Class<?>>iterate(type, each -> each != Object.class, Class::getSuperclass)
                .flatMap(each -> Arrays.stream(each.getDeclaredFields()))
                .filter(field -> !Modifier.isStatic(field.getModifiers()) && !leftOut.contains(field.getName()))
                .forEach(field -> values(field.getGenericType(), leftOut)
                        .forEach(
                                (name, value) -> variants.put(field.getName() + " " + name, with(type, field, value))));
        return variants;
    }

    private static Map<String, Object> values(Type type, Set<String> leftOut) {
        Map<String, Object> values = new LinkedHashMap<>();
        if (type instanceof ParameterizedType container) {
            Type[] arguments = container.getActualTypeArguments();
            Map<String, Object> elements = values(arguments[arguments.length - 1], leftOut);
            if (container.getRawType() == List.class) {
                values.put("[]", List.of());
                elements.forEach((name, value) -> values.put("[" + name + "]", List.of(value)));
            } else {
                Object key = ((Class<?>) arguments[0]).isEnum() ? ((Class<?>) arguments[0]).getEnumConstants()[0] : "k";
                values.put("{}", Map.of());
                elements.forEach((name, value) -> values.put("{" + name + "}", Map.of(key, value)));
            }
            return values;
        }
        Class<?> plain = (Class<?>) type;
        List<?> known = plain.isEnum() ? List.of(plain.getEnumConstants()) : KNOWN.get(plain);
        if (known != null) {
            known.forEach(each -> values.put(each.toString(), each));
        } else if (plain.getName().startsWith("org.springframework.ai.") && !plain.isInterface()) {
            values.putAll(of(plain, leftOut));
        } else {
            throw new AssertionError("What differs in a " + plain + "?");
        }
        return values;
    }

    private static Object with(Class<?> type, @Nullable Field field, @Nullable Object value) {
        try {
            if (type.isRecord()) {
                RecordComponent[] components = type.getRecordComponents();
                Class<?>[] types =
                        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
                Object[] values = Arrays.stream(components)
                        .map(each -> field != null && each.getName().equals(field.getName())
                                ? value
                                : each.getType() == boolean.class ? (Object) false : null)
                        .toArray();
                var constructor = type.getDeclaredConstructor(types);
                constructor.setAccessible(true);
                return constructor.newInstance(values);
            }
            Object made = OBJENESIS.newInstance(type);
            if (field != null) {
                field.setAccessible(true);
                field.set(made, value);
            }
            return made;
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(type + " " + field, impossible);
        }
    }
}
