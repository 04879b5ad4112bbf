package io.agentkit.boot.observe;

import io.agentkit.safety.Approvals;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** How many calls wait for somebody to agree. Thread-safe. */
final class ApprovalMeters implements MeterBinder {

    private final Approvals approvals;

    ApprovalMeters(Approvals approvals) {
        this.approvals = approvals;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(AgentkitMeter.APPROVALS_PENDING.getName(), approvals, Approvals::pending)
                .baseUnit(AgentkitMeter.APPROVALS_PENDING.getBaseUnit())
                .strongReference(true)
                .register(registry);
    }
}
