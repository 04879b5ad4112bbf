package io.agentkit;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Carries the current run over threads and through Reactor. Found by Micrometer's service loader.
 */
public final class RunThreadLocalAccessor implements ThreadLocalAccessor<RunFrame> {

    /** The key in Reactor's context. */
    public static final String KEY = "agentkit.run";

    @Override
    public Object key() {
        return KEY;
    }

    @Override
    public @Nullable RunFrame getValue() {
        return RunFrame.current();
    }

    @Override
    public void setValue(RunFrame value) {
        RunFrame.set(value);
    }

    @Override
    public void setValue() {
        RunFrame.set(null);
    }

    @Override
    public void restore(RunFrame previous) {
        RunFrame.set(previous);
    }
}
