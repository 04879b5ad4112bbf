package io.agentkit.boot.observe;

import io.agentkit.Event;
import io.agentkit.observe.BoundedNames;
import io.agentkit.resilience.HedgeLaunched;
import io.agentkit.resilience.HedgeLost;
import io.agentkit.resilience.HedgeRefused;
import io.agentkit.resilience.HedgeWon;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;

/** The meters of races, which are rare enough to be looked up each time. Thread-safe. */
final class HedgeMeters {

    private final BoundedNames models = new BoundedNames(BoundedNames.DEFAULT_LIMIT);
    private final MeterRegistry registry;

    HedgeMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    void on(Event event) {
        if (event instanceof HedgeLaunched launched) {
            count(AgentkitMeter.HEDGES, 1, launched.chain(), models.of(launched.target()), word(launched.reason()));
        } else if (event instanceof HedgeRefused refused) {
            count(AgentkitMeter.HEDGE_REFUSALS, 1, refused.chain(), word(refused.reason()));
        } else if (event instanceof HedgeWon won) {
            won(won);
        } else if (event instanceof HedgeLost lost && lost.usd() != null) {
            count(AgentkitMeter.HEDGE_COST, lost.usd().toBigDecimal().doubleValue(), lost.chain());
        }
    }

    private void won(HedgeWon won) {
        count(AgentkitMeter.HEDGE_WINS, 1, won.chain(), won.backup() ? "backup" : "own");
        if (won.saved() != null) {
            Timer.builder(AgentkitMeter.HEDGE_SAVED.getName())
                    .tags(AgentkitMeter.HEDGE_SAVED.tags(won.chain()))
                    .register(registry)
                    .record(won.saved());
        }
    }

    private void count(AgentkitMeter meter, double amount, String... tags) {
        BudgetMeters.counter(registry, meter, tags).increment(amount);
    }

    private static String word(Enum<?> reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }
}
