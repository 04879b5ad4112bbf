package io.agentkit.boot.observe;

import io.agentkit.Event;
import io.agentkit.idempotency.HoldLost;
import io.agentkit.idempotency.IdempotentRefused;
import io.agentkit.idempotency.OutcomeBecameUnknown;
import io.agentkit.idempotency.ToolCallReplayed;
import io.agentkit.observe.BoundedNames;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/** Counts tool calls that were not made a second time, and those of which nobody knows. Thread-safe. */
final class IdempotencyMeters {

    private final BoundedNames tools = new BoundedNames(BoundedNames.DEFAULT_LIMIT);
    private final MeterRegistry registry;

    IdempotencyMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    void on(Event event) {
        if (event instanceof ToolCallReplayed replayed) {
            count(AgentkitMeter.IDEMPOTENCY_REPLAYS, tools.of(replayed.tool()));
        } else if (event instanceof IdempotentRefused refused) {
            String reason = refused.reason().name().toLowerCase(Locale.ROOT);
            count(AgentkitMeter.IDEMPOTENCY_REFUSALS, tools.of(refused.tool()), reason);
        } else if (event instanceof OutcomeBecameUnknown unknown) {
            count(AgentkitMeter.IDEMPOTENCY_UNKNOWN, tools.of(unknown.tool()));
        } else if (event instanceof HoldLost lost) {
            count(AgentkitMeter.IDEMPOTENCY_LOST, tools.of(lost.tool()));
        }
    }

    private void count(AgentkitMeter meter, String... tags) {
        BudgetMeters.counter(registry, meter, tags).increment();
    }
}
