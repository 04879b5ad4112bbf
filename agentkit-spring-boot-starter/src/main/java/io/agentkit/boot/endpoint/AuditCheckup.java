package io.agentkit.boot.endpoint;

import io.agentkit.audit.AuditStore;
import io.agentkit.audit.AuditVerification;
import io.agentkit.time.Time;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads a whole trail now and then, since whoever looks at one page after the other must not have it all read each time. Thread-safe. */
final class AuditCheckup {

    private static final long NANOS = Duration.ofMinutes(1).toNanos();

    /** A long trail is read less often: never for more than a part of the time. */
    private static final long PART = 20;

    private final AuditStore store;
    private final Time time;
    private @Nullable Result last;
    private long lookedAt;
    private long took;

    record Result(AuditVerification verification, Instant at) {}

    AuditCheckup(AuditStore store, Time time) {
        this.store = store;
        this.time = time;
    }

    /** @param now whether an earlier result will not do */
    synchronized Result result(boolean now) {
        Result known = last;
        long began = time.nanoTime();
        if (known == null || now || began - lookedAt >= Math.max(NANOS, PART * took)) {
            known = new Result(store.verify(), time.now());
            last = known;
            lookedAt = time.nanoTime();
            took = lookedAt - began;
        }
        return known;
    }
}
