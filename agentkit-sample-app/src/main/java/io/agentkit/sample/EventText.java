package io.agentkit.sample;

import io.agentkit.Event;
import io.agentkit.Failure;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/**
 * Puts any event into a few words. Events hold numbers, names and failures, so all of it can be shown.
 */
final class EventText {

    private static final Set<String> IDENTIFIERS = Set.of("callId", "runId", "recordId");

    private EventText() {}

    static String of(Event event) {
        List<String> words = new ArrayList<>();
        RecordComponent[] components = event.getClass().getRecordComponents();
        for (RecordComponent component : components == null ? new RecordComponent[0] : components) {
            String text = IDENTIFIERS.contains(component.getName()) ? null : text(component, value(component, event));
            if (text != null) {
                words.add(text);
            }
        }
        return String.join(", ", words);
    }

    private static @Nullable Object value(RecordComponent component, Event event) {
        ReflectionUtils.makeAccessible(component.getAccessor());
        return ReflectionUtils.invokeMethod(component.getAccessor(), event);
    }

    private static @Nullable String text(RecordComponent component, @Nullable Object value) {
        if (value instanceof String name) {
            return name.isEmpty() ? null : name;
        }
        if (value instanceof List<?> names) {
            return names.stream().map(String::valueOf).collect(Collectors.joining(", "));
        }
        if (value instanceof Enum<?> constant) {
            return name(component) + " "
                    + constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
        if (value instanceof Failure failure) {
            return failure.kind().text();
        }
        if (value instanceof Number) {
            return name(component) + " " + value;
        }
        return value instanceof Duration duration ? "%s %d ms".formatted(name(component), duration.toMillis()) : null;
    }

    /** The component's name in words: {@code firstText} is "first text". */
    private static String name(RecordComponent component) {
        return component.getName().replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }
}
