package io.agentkit.boot.endpoint;

import io.agentkit.resilience.BreakerState;
import io.agentkit.resilience.BreakerStatus;
import io.agentkit.resilience.Breakers;
import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Out of service while a model or tool is refused. Up again when the cool-down is over, also before anything tried: without traffic nothing
 * ever would.
 */
final class BreakersHealthIndicator implements HealthIndicator {

    private final Breakers breakers;

    BreakersHealthIndicator(Breakers breakers) {
        this.breakers = breakers;
    }

    @Override
    public Health health() {
        List<BreakerStatus> all = breakers.all();
        boolean refused = all.stream().anyMatch(each -> each.state() == BreakerState.OPEN);
        Health.Builder health = refused ? Health.outOfService() : Health.up();
        for (BreakerStatus each : all) {
            if (each.state() != BreakerState.CLOSED) {
                BreakerDescriptor shown = BreakerDescriptor.of(each);
                health.withDetail("%s/%s/%s".formatted(shown.kind(), shown.chain(), shown.target()), shown.state());
            }
        }
        return health.build();
    }
}
