package io.agentkit.springai;

import io.agentkit.text.CanonicalWriter;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.springframework.core.NativeDetector;

/**
 * Writes an object by its fields, each with its name, so that a field that a later version brings cannot be forgotten; one that is null is
 * left out. In a native image fields are seen only where they are registered, so an object is not known of which a type seems to have
 * none.
 */
final class ObjectFields {

    /**
     * What changes no answer: tools are shown by the view and their context goes to them only; the rest is how the connection behaves, who
     * opens it, and a way to count characters.
     */
    private static final Set<String> LEFT_OUT = Set.of(
            "toolCallbacks", "toolContext", "timeout", "maxRetries", "proxy", "credential", "contentLengthFunction");

    private static final String SPRING_AI = "org.springframework.ai.";

    private static final ClassValue<Field[]> FIELDS = new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            List<Field> fields = new ArrayList<>();
            for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
                Field[] declared = each.getDeclaredFields();
                if (declared.length == 0 && NativeDetector.inNativeImage()) {
                    return new Field[0];
                }
                for (Field field : declared) {
                    if (!Modifier.isStatic(field.getModifiers()) && !LEFT_OUT.contains(field.getName())) {
                        field.setAccessible(true);
                        fields.add(field);
                    }
                }
            }
            fields.sort(Comparator.comparing(Field::getName));
            return fields.toArray(Field[]::new);
        }
    };

    private ObjectFields() {}

    /** As {@link #write}, of Spring AI's own types only: others may keep in fields what they are not. */
    static boolean writeOwn(Object object, CanonicalWriter out) {
        return object.getClass().getName().startsWith(SPRING_AI) && write(object, out);
    }

    /** @return false when a field cannot be read or holds what is not known */
    static boolean write(Object object, CanonicalWriter out) {
        try {
            Field[] fields = FIELDS.get(object.getClass());
            out.out().add(object.getClass().getName());
            for (Field field : fields) {
                Object value = field.get(object);
                if (value == null) {
                    continue;
                }
                out.out().add(field.getName());
                if (!out.value(value)) {
                    return false;
                }
            }
            out.out().add("");
            return fields.length > 0;
        } catch (IllegalAccessException | RuntimeException unreadable) {
            return false;
        }
    }
}
