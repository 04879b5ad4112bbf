package io.agentkit.cache;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reckons how much memory values take. */
final class Sizes {

    /** An object of any kind with its place, and what it is not known to hold. */
    private static final long OBJECT = 64;

    private Sizes() {}

    static long of(@Nullable Object value) {
        long bytes = OBJECT;
        if (value instanceof String text) {
            bytes += 2L * text.length();
        } else if (value instanceof byte[] array) {
            bytes += array.length;
        } else if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> each : map.entrySet()) {
                bytes += of(each.getKey()) + of(each.getValue());
            }
        } else if (value instanceof Collection<?> list) {
            for (Object each : list) {
                bytes += of(each);
            }
        }
        return bytes;
    }
}
