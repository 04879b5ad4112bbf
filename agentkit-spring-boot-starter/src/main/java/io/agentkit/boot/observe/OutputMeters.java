package io.agentkit.boot.observe;

import io.agentkit.ErrorKind;
import io.agentkit.Event;
import io.agentkit.coerce.OutputCoerced;
import io.agentkit.coerce.OutputCoercionFailed;
import io.micrometer.core.instrument.MeterRegistry;

/** The meters of answers that are to be what a schema says. Thread-safe. */
final class OutputMeters {

    private final MeterRegistry registry;

    OutputMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    void on(Event event) {
        if (event instanceof OutputCoerced coerced) {
            count(coerced.chain(), coerced.repaired() ? "repaired" : "sound", coerced.answers());
        } else if (event instanceof OutputCoercionFailed failed) {
            count(failed.chain(), outcome(failed.kind()), failed.answers());
        }
    }

    private static String outcome(ErrorKind kind) {
        return switch (kind) {
            case OUTPUT_TRUNCATED -> "truncated";
            case CONTENT_FILTERED -> "refused";
            default -> "invalid";
        };
    }

    private void count(String chain, String outcome, int answers) {
        BudgetMeters.counter(registry, AgentkitMeter.OUTPUT_COERCIONS, chain, outcome)
                .increment();
        if (answers > 1) {
            BudgetMeters.counter(registry, AgentkitMeter.OUTPUT_REPAIRS, chain).increment(answers - 1);
        }
    }
}
