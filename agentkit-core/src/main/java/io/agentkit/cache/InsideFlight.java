package io.agentkit.cache;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Says on a thread that others may wait for what it does, and says so on the threads that it hands work to. Found by Micrometer's service
 * loader.
 */
public final class InsideFlight implements ThreadLocalAccessor<Boolean> {

    private static final ThreadLocal<@Nullable Boolean> CURRENT = new ThreadLocal<>();

    static boolean isCurrent() {
        return CURRENT.get() != null;
    }

    /** Makes it so, and says whether it was before: what to {@link #leave} it at. */
    static boolean enter() {
        boolean before = isCurrent();
        CURRENT.set(true);
        return before;
    }

    static void leave(boolean before) {
        if (!before) {
            CURRENT.remove();
        }
    }

    @Override
    public Object key() {
        return "agentkit.flight";
    }

    @Override
    public @Nullable Boolean getValue() {
        return CURRENT.get();
    }

    @Override
    public void setValue(Boolean value) {
        CURRENT.set(value);
    }

    @Override
    public void setValue() {
        CURRENT.remove();
    }

    @Override
    public void restore(Boolean previous) {
        CURRENT.set(previous);
    }

    @Override
    public void restore() {
        CURRENT.remove();
    }
}
