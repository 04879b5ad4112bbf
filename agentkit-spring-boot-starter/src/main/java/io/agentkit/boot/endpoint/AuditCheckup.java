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

    private final AuditStore store;
    private final Time time;
    private @Nullable Result last;
    private long lookedAt;

    record Result(AuditVerification verification, Instant at) {}

    AuditCheckup(AuditStore store, Time time) {
        this.store = store;
        this.time = time;
    }

    /** @param now whether an earlier result will not do */
    synchronized Result result(boolean now) {
        Result known = last;
        if (known == null || now || time.nanoTime() - lookedAt >= NANOS) {
            known = new Result(store.verify(), time.now());
            last = known;
            lookedAt = time.nanoTime();
        }
        return known;
    }
}
