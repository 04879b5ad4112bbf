package io.agentkit;

import org.jspecify.annotations.Nullable;

/**
 * A run being the current one of a thread, for a while. Closing it makes current again what was so before.
 */
public final class RunFrame implements AutoCloseable {

    private static final ThreadLocal<@Nullable RunFrame> CURRENT = new ThreadLocal<>();

    private final Run run;

    private final boolean insideTool;

    private @Nullable RunFrame before;

    private RunFrame(Run run, boolean insideTool, @Nullable RunFrame before) {
        this.run = run;
        this.insideTool = insideTool;
        this.before = before;
    }

    static RunFrame enter(Run run, boolean insideTool) {
        RunFrame frame = new RunFrame(run, insideTool, CURRENT.get());
        CURRENT.set(frame);
        return frame;
    }

    static RunFrame detached(Run run) {
        return new RunFrame(run, false, null);
    }

    /** The frame this thread is in; null outside any run. */
    public static @Nullable RunFrame current() {
        return CURRENT.get();
    }

    /** Puts a captured frame on this thread, or none: for context propagation, which undoes it itself. */
    static void set(@Nullable RunFrame frame) {
        if (frame == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(frame);
        }
    }

    public Run run() {
        return run;
    }

    public boolean insideTool() {
        return insideTool;
    }

    /** On another thread, or when frames were closed in another order, it only takes this frame out of the way. */
    @Override
    public void close() {
        RunFrame top = CURRENT.get();
        if (top == this) {
            set(before);
            return;
        }
        for (RunFrame above = top; above != null; above = above.before) {
            if (above.before == this) {
                above.before = before;
                return;
            }
        }
    }
}
