package io.agentkit.boot.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.Budgets;
import io.agentkit.spend.MeterSpec;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.test.ChainHarness;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BudgetMetersTests {

    private final ChainHarness harness = ChainHarness.create();

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private double used(String budget) {
        return registry.get("agentkit.budget.used")
                .tag("budget", budget)
                .gauge()
                .value();
    }

    @Test
    void showHowFullTheFullestLimitOfABudgetForAllIs() {
        Map<String, BudgetSpec> specs = new LinkedHashMap<>();
        specs.put("everybody", BudgetSpec.of("global", new BudgetLimits(Money.usd("1"), 1_000L, 10L)));
        specs.put("nothing", BudgetSpec.of("global", new BudgetLimits(null, null, 0L)));
        specs.put("tenant", BudgetSpec.of("tenant", new BudgetLimits(null, null, 10L)));
        Budgets budgets = Budgets.of(specs, new InMemoryBudgetStore(harness.time, 100));
        new BudgetMeters(budgets).bindTo(registry);
        assertThat(used("everybody")).isZero();
        assertThat(used("nothing")).isEqualTo(1);
        assertThat(registry.get("agentkit.budget.used").gauges()).hasSize(2);
        budgets.change("nothing", new BudgetLimits(null, null, 100L));

        harness.add("meter", MeterSpec.defaults().chatMiddleware(harness.resources(budgets)));
        harness.pricing((model, usage) -> Money.usd("0.25"));
        harness.model.reply(ChatReply.of("hello", Usage.of(100, 20)));
        harness.chat("hi");

        assertThat(used("everybody")).isEqualTo(0.25);
        assertThat(used("nothing")).isEqualTo(0.01);
    }
}
