package io.agentkit.boot.observe;

import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.BudgetStatus;
import io.agentkit.spend.Budgets;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/** How full the budgets are that all calls have in common; others have a key for each tenant or run, which are too many. Thread-safe. */
final class BudgetMeters implements MeterBinder {

    private static final String ALL = "(all)";

    private final Budgets budgets;

    BudgetMeters(Budgets budgets) {
        this.budgets = budgets;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (String name : budgets.names()) {
            BudgetSpec spec = budgets.spec(name);
            if (spec != null && spec.scope().equals(BudgetSpec.GLOBAL)) {
                Gauge.builder(AgentkitMeter.BUDGET_USED.getName(), budgets, all -> used(all.find(name, ALL)))
                        .tags(AgentkitMeter.BUDGET_USED.tags(name))
                        .strongReference(true)
                        .register(registry);
            }
        }
    }

    private static double used(@Nullable BudgetStatus status) {
        return status == null ? Double.NaN : status.limit().usedShare(status.spent());
    }
}
