package io.agentkit.springai;

import io.agentkit.RunFrame;
import io.agentkit.RunThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Knows whether a model is called by another model that has a chain, such as one that chooses among models: then that chain governs the
 * call, and a second one would count the one request twice. A tool or a client in between makes it a call of its own.
 */
final class ModelInProgress {

    private static final ThreadLocal<ModelInProgress> HERE = ThreadLocal.withInitial(ModelInProgress::new);

    private static final Object NO_FRAME = new Object();

    /** Where Reactor's context says that an upstream is the model of a chain. */
    private static final Object KEY = ModelInProgress.class;

    /** What the run's frame was when a chain called a model on this thread; null while none does. */
    private @Nullable Object frame;

    private ModelInProgress() {}

    /** Of the current thread. */
    static ModelInProgress here() {
        return HERE.get();
    }

    /** Marks this thread. Give what this returns to {@link #leave}. */
    @Nullable
    Object enter() {
        Object before = frame;
        frame = currentFrame();
        return before;
    }

    void leave(@Nullable Object before) {
        frame = before;
    }

    static Context mark(Context upstream) {
        return upstream.put(KEY, frame(upstream));
    }

    static boolean isHere() {
        Object marked = here().frame;
        return marked != null && marked == currentFrame();
    }

    static boolean isHere(ContextView subscriber) {
        return subscriber.getOrDefault(KEY, null) == frame(subscriber) || isHere();
    }

    private static Object frame(ContextView context) {
        Object carried = context.getOrDefault(RunThreadLocalAccessor.KEY, null);
        return carried == null ? NO_FRAME : carried;
    }

    private static Object currentFrame() {
        RunFrame frame = RunFrame.current();
        return frame == null ? NO_FRAME : frame;
    }
}
