package io.agentkit.resilience;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** What surrounds a call on its thread, for other threads that work for it: what Micrometer knows how to carry, and the logging context. */
record CarriedContext(ContextSnapshot snapshot, @Nullable Map<String, String> logging) {

    private static final ContextSnapshotFactory SNAPSHOTS =
            ContextSnapshotFactory.builder().build();

    static CarriedContext capture() {
        return new CarriedContext(SNAPSHOTS.captureAll(), MDC.getCopyOfContextMap());
    }

    @SuppressWarnings("try") // the scope is there to be closed
    void run(Runnable work) {
        try (ContextSnapshot.Scope scope = snapshot.setThreadLocals()) {
            if (logging != null) {
                MDC.setContextMap(logging);
            }
            work.run();
        } finally {
            MDC.clear();
        }
    }
}
