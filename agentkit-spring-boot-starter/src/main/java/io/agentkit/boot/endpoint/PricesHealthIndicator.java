package io.agentkit.boot.endpoint;

import io.agentkit.price.CatalogueStatus;
import io.agentkit.price.LivePrices;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * How imported prices stand. Never down: an application with older prices works, and one without prices refuses what it has to refuse by
 * itself. Unknown while a catalogue was never had.
 */
final class PricesHealthIndicator implements HealthIndicator {

    private final LivePrices prices;

    PricesHealthIndicator(LivePrices prices) {
        this.prices = prices;
    }

    @Override
    public Health health() {
        boolean missing = prices.catalogues().stream().anyMatch(each -> each.asOf() == null);
        Health.Builder health = missing ? Health.unknown() : Health.up();
        for (CatalogueStatus each : prices.catalogues()) {
            health.withDetail(each.from(), details(each));
        }
        return health.build();
    }

    private static Map<String, Object> details(CatalogueStatus status) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("models", status.models());
        details.put("failures", status.failures());
        if (status.asOf() != null) {
            details.put("asOf", status.asOf());
        }
        if (status.lastFailure() != null) {
            details.put("lastFailure", status.lastFailure());
        }
        return details;
    }
}
