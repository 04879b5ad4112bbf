package io.agentkit.boot.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.Run;
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

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private final ChainHarness harness = harness(new MeterListener(registry));

    private static ChainHarness harness(MeterListener listener) {
        ChainHarness made = ChainHarness.create();
        return made.environment(made.environment().withListener(listener));
    }

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

    @Test
    void countHowOftenAThresholdWasReached() {
        BudgetSpec spec = BudgetSpec.builder("tenant", new BudgetLimits(null, null, 10L))
                .thresholds(10, 50)
                .build();
        Budgets budgets = Budgets.of(Map.of("tenants", spec), new InMemoryBudgetStore(harness.time, 100));
        new BudgetMeters(budgets).bindTo(registry);
        harness.add("meter", MeterSpec.defaults().chatMiddleware(harness.resources(budgets)));
        assertThat(thresholds("tenants", "10")).isZero();

        for (String tenant : new String[] {"a", "a", "b"}) {
            harness.model.reply("hello");
            try (Run run = Run.open(harness.environment(), r -> r.tenant(tenant))) {
                assertThat(run.depth()).isZero();
                harness.chat("hi");
            }
        }

        assertThat(thresholds("tenants", "10")).isEqualTo(2);
        assertThat(thresholds("tenants", "50")).isZero();
    }

    @Test
    void haveTheRefusalsOfTheirLimitsAtZeroFromTheBeginning() {
        Map<String, BudgetSpec> specs = new LinkedHashMap<>();
        specs.put("money", BudgetSpec.of("tenant", new BudgetLimits(Money.usd("1"), 1_000L, null)));
        specs.put("calls", BudgetSpec.of("tenant", new BudgetLimits(null, null, 10L)));

        new BudgetMeters(Budgets.of(specs, new InMemoryBudgetStore(harness.time, 100))).bindTo(registry);

        assertThat(registry.get("agentkit.budget.refusals").counters())
                .allSatisfy(counter -> assertThat(counter.count()).isZero())
                .extracting(counter ->
                        counter.getId().getTag("budget") + " " + counter.getId().getTag("reason"))
                .containsExactlyInAnyOrder("money usd", "money tokens", "calls calls");
    }

    @Test
    void areOfAtMostAHundredBudgets() {
        Map<String, BudgetSpec> specs = new LinkedHashMap<>();
        for (int i = 0; i < 120; i++) {
            specs.put("b" + i, BudgetSpec.of("tenant", new BudgetLimits(null, null, 10L)));
        }

        new BudgetMeters(Budgets.of(specs, new InMemoryBudgetStore(harness.time, 100))).bindTo(registry);

        assertThat(registry.get("agentkit.budget.refusals").counters()).hasSize(101);
        assertThat(registry.get("agentkit.budget.refusals")
                        .tag("budget", "other")
                        .counters())
                .hasSize(1);
    }

    private double thresholds(String budget, String percent) {
        return registry.get("agentkit.budget.thresholds")
                .tags("budget", budget, "threshold", percent)
                .counter()
                .count();
    }
}
