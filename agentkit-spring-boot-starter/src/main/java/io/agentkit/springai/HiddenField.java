package io.agentkit.springai;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/**
 * A field that Spring AI keeps to itself. Where a later version keeps the value elsewhere, nothing is found in it.
 *
 * @param field null when there is no such field
 */
record HiddenField(@Nullable Field field) {

    static HiddenField of(Class<?> owner, String name) {
        Field field = ReflectionUtils.findField(owner, name);
        if (field != null) {
            ReflectionUtils.makeAccessible(field);
        }
        return new HiddenField(field);
    }

    /** What it holds, when it is of that type. */
    <T> @Nullable T in(Object owner, Class<T> type) {
        Object value = field == null ? null : ReflectionUtils.getField(field, owner);
        return type.isInstance(value) ? type.cast(value) : null;
    }
}
