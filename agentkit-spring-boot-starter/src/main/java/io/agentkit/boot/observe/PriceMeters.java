package io.agentkit.boot.observe;

import io.agentkit.price.CatalogueStatus;
import io.agentkit.price.LivePrices;
import io.agentkit.time.Time;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.List;

/** Tells how old each imported catalogue of prices is, and whether it can be had. */
final class PriceMeters implements MeterBinder {

    private static final double MILLIS = 1_000;

    private final LivePrices prices;
    private final Time time;

    PriceMeters(LivePrices prices, Time time) {
        this.prices = prices;
        this.time = time;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        List<CatalogueStatus> catalogues = prices.catalogues();
        for (int i = 0; i < catalogues.size(); i++) {
            int index = i;
            String from = catalogues.get(i).from();
            Gauge.builder(
                            AgentkitMeter.PRICES_AGE.getName(),
                            prices,
                            live -> age(live.catalogues().get(index)))
                    .baseUnit(AgentkitMeter.PRICES_AGE.getBaseUnit())
                    .tags(AgentkitMeter.PRICES_AGE.tags(from))
                    .register(registry);
            Gauge.builder(
                            AgentkitMeter.PRICES_FAILURES.getName(),
                            prices,
                            live -> live.catalogues().get(index).failures())
                    .baseUnit(AgentkitMeter.PRICES_FAILURES.getBaseUnit())
                    .tags(AgentkitMeter.PRICES_FAILURES.tags(from))
                    .register(registry);
        }
    }

    private double age(CatalogueStatus catalogue) {
        return catalogue.asOf() == null
                ? Double.NaN
                : Duration.between(catalogue.asOf(), time.now()).toMillis() / MILLIS;
    }
}
