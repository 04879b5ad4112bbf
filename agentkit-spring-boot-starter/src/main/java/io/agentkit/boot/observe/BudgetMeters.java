package io.agentkit.boot.observe;

import io.agentkit.observe.BoundedNames;
import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.BudgetStatus;
import io.agentkit.spend.Budgets;
import io.agentkit.spend.RefusalReason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How full the budgets are that all calls have in common; others have a key for each tenant or run, which are too many. What is counted of
 * budgets begins at 0: a counter that comes into being at 1 has not risen for Prometheus, which would miss the first refusal. Thread-safe.
 */
final class BudgetMeters implements MeterBinder {

    private static final String ALL = "(all)";

    private final Budgets budgets;

    BudgetMeters(Budgets budgets) {
        this.budgets = budgets;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        BoundedNames names = new BoundedNames(BoundedNames.DEFAULT_LIMIT);
        for (String name : budgets.names()) {
            BudgetSpec spec = Objects.requireNonNull(budgets.spec(name));
            begin(registry, names.of(name), spec);
            if (spec.scope().equals(BudgetSpec.GLOBAL)) {
                Gauge.builder(AgentkitMeter.BUDGET_USED.getName(), budgets, all -> used(all.find(name, ALL)))
                        .tags(AgentkitMeter.BUDGET_USED.tags(name))
                        .strongReference(true)
                        .register(registry);
            }
        }
    }

    private static void begin(MeterRegistry registry, String name, BudgetSpec spec) {
        spec.thresholds()
                .forEach(
                        percent -> counter(registry, AgentkitMeter.BUDGET_THRESHOLDS, name, Integer.toString(percent)));
        if (spec.maxUsd() != null) {
            counter(registry, AgentkitMeter.BUDGET_REFUSALS, name, word(RefusalReason.USD));
        }
        if (spec.maxTokens() != null) {
            counter(registry, AgentkitMeter.BUDGET_REFUSALS, name, word(RefusalReason.TOKENS));
        }
        if (spec.maxCalls() != null) {
            counter(registry, AgentkitMeter.BUDGET_REFUSALS, name, word(RefusalReason.CALLS));
        }
    }

    /** The registry's counter of these tags, which is always the same one. */
    static Counter counter(MeterRegistry registry, AgentkitMeter meter, String... tags) {
        return Counter.builder(meter.getName())
                .baseUnit(meter.getBaseUnit())
                .tags(meter.tags(tags))
                .register(registry);
    }

    static String word(RefusalReason reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }

    private static double used(@Nullable BudgetStatus status) {
        return status == null ? Double.NaN : status.limit().usedShare(status.spent());
    }
}
