package io.agentkit.boot.observe;

import io.agentkit.money.Money;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.CostTotals;
import io.agentkit.spend.SpendTotals;
import io.agentkit.spend.WasteTotals;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Function;

/** Shows what the cost meter counts. It is added up exactly there; only who reads a metric gets a rounded number, which never falls. */
final class CostMeters {

    CostMeters(MeterRegistry registry, CostMeter costs) {
        register(
                registry,
                costs,
                AgentkitMeter.COST_ANSWERS,
                total -> total.answers().usd());
        register(
                registry,
                costs,
                AgentkitMeter.COST_SAVED,
                total -> total.answers().saved());
        waste(registry, costs, "retries", WasteTotals::retries);
        waste(registry, costs, "hedges", WasteTotals::hedges);
        waste(registry, costs, "abandoned", WasteTotals::abandoned);
        waste(registry, costs, "failed", WasteTotals::failed);
    }

    private static void waste(
            MeterRegistry registry, CostMeter costs, String cause, Function<WasteTotals, SpendTotals> part) {
        register(
                registry,
                costs,
                AgentkitMeter.COST_WASTE,
                total -> part.apply(total.waste()).usd(),
                cause);
    }

    private static void register(
            MeterRegistry registry,
            CostMeter costs,
            AgentkitMeter meter,
            Function<CostTotals, Money> part,
            String... tags) {
        RisingMoney rising = new RisingMoney();
        FunctionCounter.builder(meter.getName(), costs, each -> rising.tell(each.since(), part.apply(each.total())))
                .tags(meter.tags(tags))
                .baseUnit(meter.getBaseUnit())
                .register(registry);
    }
}
