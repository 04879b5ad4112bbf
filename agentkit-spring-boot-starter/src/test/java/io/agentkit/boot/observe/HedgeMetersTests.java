package io.agentkit.boot.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.Event;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.resilience.HedgeLaunched;
import io.agentkit.resilience.HedgeLost;
import io.agentkit.resilience.HedgeRefused;
import io.agentkit.resilience.HedgeWon;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HedgeMetersTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void countRacesWithWhatTheySavedAndCost() {
        MeterListener listener = new MeterListener(registry);
        List<Event> race = List.of(
                new HedgeLaunched("1", "chat", "mini", HedgeLaunched.Reason.DELAY, Duration.ofSeconds(2)),
                new HedgeWon("1", "chat", "mini", true, 2, Duration.ofSeconds(5)),
                new HedgeLost("1", "chat", "large", 1, Usage.of(100, 20), Money.usd("0.25")),
                new HedgeLost("2", "chat", "large", 1, Usage.of(100, 20), null),
                new HedgeWon("2", "chat", "large", false, 2, null),
                new HedgeRefused("3", "chat", HedgeRefused.Reason.HOSTED_TOOLS));

        race.forEach(listener::on);

        assertThat(count("agentkit.hedge.launched", "model", "mini", "reason", "delay"))
                .isOne();
        assertThat(count("agentkit.hedge.won", "by", "backup")).isOne();
        assertThat(count("agentkit.hedge.won", "by", "own")).isOne();
        assertThat(count("agentkit.hedge.refused", "reason", "hosted_tools")).isOne();
        assertThat(count("agentkit.hedge.cost")).isEqualTo(0.25);
        assertThat(registry.get("agentkit.hedge.saved").timer().totalTime(TimeUnit.SECONDS))
                .isEqualTo(5);
    }

    private double count(String name, String... tags) {
        return registry.get(name).tag("chain", "chat").tags(tags).counter().count();
    }
}
