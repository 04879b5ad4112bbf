package io.agentkit.boot.observe;

import io.agentkit.money.Money;
import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.BudgetStatus;
import io.agentkit.spend.Budgets;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetLimits;
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
        if (status == null) {
            return Double.NaN;
        }
        BudgetLimits limit = status.limit();
        BudgetAmounts spent = status.spent();
        double usd = limit.usd() == null ? 0 : share(value(spent.usd()), value(limit.usd()));
        double tokens = limit.tokens() == null ? 0 : share((double) spent.tokens(), (double) limit.tokens());
        double calls = limit.calls() == null ? 0 : share((double) spent.calls(), (double) limit.calls());
        return Math.max(usd, Math.max(tokens, calls));
    }

    private static double value(Money money) {
        return money.toBigDecimal().doubleValue();
    }

    /** A limit of 0 is used up from the beginning. */
    private static double share(double used, double limit) {
        return limit == 0 ? 1 : used / limit;
    }
}
