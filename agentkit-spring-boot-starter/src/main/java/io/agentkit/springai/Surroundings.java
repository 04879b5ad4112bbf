package io.agentkit.springai;

import io.agentkit.Call;
import io.agentkit.Run;
import io.agentkit.RunFrame;
import io.agentkit.RunThreadLocalAccessor;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * What surrounds a streaming call where it was subscribed to: Reactor's context, thread-locals that Micrometer knows how to carry, and the
 * logging context. Immutable.
 */
final class Surroundings {

    private static final ContextSnapshotFactory SNAPSHOTS = ContextSnapshotFactory.builder()
            .contextRegistry(ContextRegistry.getInstance())
            .clearMissing(false)
            .build();

    private static final Surroundings NOTHING = new Surroundings(Context.empty(), null, null);

    private final ContextView reactor;

    private final @Nullable ContextSnapshot snapshot;

    private final @Nullable Map<String, String> logging;

    private Surroundings(
            ContextView reactor, @Nullable ContextSnapshot snapshot, @Nullable Map<String, String> logging) {
        this.reactor = reactor;
        this.snapshot = snapshot;
        this.logging = logging;
    }

    /**
     * Captures on the thread that subscribes.
     *
     * @param assembly the run that was current where the stream was put together; null for none
     */
    static Surroundings capture(ContextView subscriber, @Nullable RunFrame assembly) {
        ContextView reactor = subscriber;
        if (assembly != null && !subscriber.hasKey(RunThreadLocalAccessor.KEY)) {
            reactor = Context.of(subscriber).put(RunThreadLocalAccessor.KEY, assembly);
        }
        return new Surroundings(reactor, SNAPSHOTS.captureAll(reactor), MDC.getCopyOfContextMap());
    }

    /** What the call brought along; nothing when it is not a bridge's. */
    static Surroundings of(Call<?> call) {
        return call.surroundings() instanceof Surroundings known ? known : NOTHING;
    }

    /** Reactor's context for an upstream: the subscriber's, with what is current on this thread now, such as an observation, over it. */
    Context here() {
        return SNAPSHOTS.captureAll().updateContext(Context.of(reactor));
    }

    /** Whether the call is made by a tool that another call runs. */
    boolean isInsideTool() {
        return reactor.getOrDefault(RunThreadLocalAccessor.KEY, null) instanceof RunFrame frame
                ? frame.insideTool()
                : Run.isInsideTool();
    }

    /** Does the work on this thread as if it were the one that subscribed. */
    <T> T call(Supplier<T> work) {
        ContextSnapshot.Scope scope = snapshot == null ? null : snapshot.setThreadLocals();
        Map<String, String> before = MDC.getCopyOfContextMap();
        setLogging(logging);
        try {
            return work.get();
        } finally {
            setLogging(before);
            if (scope != null) {
                scope.close();
            }
        }
    }

    private static void setLogging(@Nullable Map<String, String> values) {
        if (values == null) {
            MDC.clear();
        } else {
            MDC.setContextMap(values);
        }
    }
}
