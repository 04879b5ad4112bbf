package io.agentkit.chat;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is made when somebody first asks for it, once, also when several threads ask at the same time. */
final class Lazy<T> {

    private volatile @Nullable Supplier<? extends T> source;

    private @Nullable T value;

    Lazy(Supplier<? extends T> source) {
        this.source = Objects.requireNonNull(source);
    }

    private Lazy() {}

    static <T> Lazy<T> of(T value) {
        Lazy<T> known = new Lazy<>();
        known.value = value;
        return known;
    }

    @SuppressWarnings("NullAway") // the source is gone only when there is a value
    T get() {
        if (source != null) {
            synchronized (this) {
                Supplier<? extends T> from = source;
                if (from != null) {
                    value = from.get();
                    source = null;
                }
            }
        }
        return value;
    }
}
