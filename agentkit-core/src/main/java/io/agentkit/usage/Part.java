package io.agentkit.usage;

import io.agentkit.usage.UsageProblem.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One object of an answer. Absent and null are the same; what is of another type than asked for is absent where a name is wanted, and noted
 * where a count is.
 */
record Part(Map<String, Object> fields, Findings findings) {

    private static final Map<String, Object> NOTHING = Map.of();

    boolean has(String field) {
        return fields.containsKey(field);
    }

    boolean hasAny(String... names) {
        for (String name : names) {
            if (has(name)) {
                return true;
            }
        }
        return false;
    }

    @Nullable
    String text(String field) {
        return fields.get(field) instanceof String text && !text.isEmpty() ? text : null;
    }

    boolean isTrue(String field) {
        return Boolean.TRUE.equals(fields.get(field));
    }

    /** A number that is no count, such as a status; 0 when there is none. */
    int number(String field) {
        return fields.get(field) instanceof Long number ? (int) Math.min(number, Integer.MAX_VALUE) : 0;
    }

    /** The object within; one without fields when there is none. */
    Part part(String field) {
        return fields.get(field) instanceof Map<?, ?> object ? of(object) : new Part(NOTHING, findings);
    }

    /** The object of counts within; when something else is there, no count can be believed. */
    Part counts(String field) {
        Object value = fields.get(field);
        if (value != null && !(value instanceof Map)) {
            findings.refuse(Kind.NOT_A_NUMBER, field);
        }
        return part(field);
    }

    /** The objects of the array within. */
    List<Part> parts(String field) {
        if (!(fields.get(field) instanceof List<?> array)) {
            return List.of();
        }
        List<Part> parts = new ArrayList<>(array.size());
        for (Object element : array) {
            if (element instanceof Map<?, ?> object) {
                parts.add(of(object));
            }
        }
        return parts;
    }

    /** The first of these counts that is there; 0 when none is. */
    long count(String... names) {
        for (String name : names) {
            Object value = fields.get(name);
            if (value instanceof Long count) {
                return count;
            }
            if (value != null) {
                findings.refuse(
                        value instanceof EventReader.Unusable unusable ? unusable.kind() : Kind.NOT_A_NUMBER, name);
                return 0;
            }
        }
        return 0;
    }

    @SuppressWarnings("unchecked")
    private Part of(Map<?, ?> object) {
        return new Part((Map<String, Object>) object, findings);
    }
}
