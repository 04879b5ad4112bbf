package io.agentkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.agentkit.Run;
import io.agentkit.money.Money;
import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.Budgets;
import io.agentkit.spend.Enforcement;
import io.agentkit.spend.MeterSpec;
import io.agentkit.spend.OnExceeded;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

class BudgetsEndpointTests {

    private final ChainHarness harness = ChainHarness.create();

    private final BudgetsEndpoint endpoint = new BudgetsEndpoint(budgets());

    private Budgets budgets() {
        Map<String, BudgetSpec> specs = new LinkedHashMap<>();
        specs.put("all", BudgetSpec.of("global", new BudgetLimits(null, null, 1_000L)));
        specs.put(
                "tenant-daily",
                BudgetSpec.builder("tenant", new BudgetLimits(Money.usd(25), null, 40L))
                        .window("1d")
                        .build());
        Budgets made = Budgets.of(specs, new InMemoryBudgetStore(harness.time, 1_000));
        harness.add("meter", MeterSpec.defaults().chatMiddleware(harness.resources(made)));
        harness.pricing((model, usage) -> Money.usd("0.0125"));
        return made;
    }

    private void call(String tenant) {
        harness.model.reply("hello");
        try (Run run = Run.open(harness.environment(), r -> r.tenant(tenant))) {
            assertThat(run.depth()).isZero();
            harness.chat("hi");
        }
    }

    @Test
    void showsAllBudgetsAsDocumented() {
        call("acme");

        assertThat(Documented.json(endpoint.budgets())).isEqualTo(Documented.example("budgets"));
    }

    @Test
    void showsOneBudgetAsDocumented() {
        call("acme");

        assertThat(Documented.json(endpoint.budget("tenant-daily", null, null, null, null, null)))
                .isEqualTo(Documented.example("budget"));
    }

    @Test
    void showsABudgetThatNobodyUsed() {
        BudgetsEndpoint.BudgetsDescriptor all = endpoint.budgets();

        assertThat(all.budgets()).extracting(BudgetDescriptor::key).containsExactly("(all)", null);
        assertThat(all.budgets())
                .allSatisfy(each -> assertThat(each.spent().calls()).isZero());
        assertThat(all.more()).isEmpty();
    }

    @Test
    void pagesKeys() {
        call("a");
        call("b");
        call("c");

        BudgetsEndpoint.BudgetPageDescriptor first = page(endpoint.budget("tenant-daily", null, null, 2, null, null));
        BudgetsEndpoint.BudgetPageDescriptor second =
                page(endpoint.budget("tenant-daily", null, first.next(), 2, null, null));

        assertThat(first.keys()).extracting(BudgetDescriptor::key).containsExactly("a", "b");
        assertThat(first.total()).isEqualTo(3);
        assertThat(second.keys()).extracting(BudgetDescriptor::key).containsExactly("c");
        assertThat(second.next()).isNull();
    }

    @Test
    void namesBudgetsWithMoreKeysThanItShows() {
        for (int i = 0; i < 25; i++) {
            call("t" + i);
        }

        assertThat(endpoint.budgets().budgets()).hasSize(21);
        assertThat(endpoint.budgets().more()).containsExactly("tenant-daily");
    }

    @Test
    void showsTheKeysFirstThatHaveUsedMost() {
        for (String tenant : new String[] {"a", "b", "b", "b", "c", "c"}) {
            call(tenant);
        }

        assertThat(endpoint.budgets().budgets())
                .extracting(BudgetDescriptor::key)
                .containsExactly("(all)", "b", "c", "a");
        BudgetsEndpoint.BudgetPageDescriptor page = page(endpoint.budget("tenant-daily", null, null, 2, "used", null));
        assertThat(page.keys()).extracting(BudgetDescriptor::key).containsExactly("b", "c");
        assertThat(page.total()).isEqualTo(3);
        assertThat(page.next()).isNull();
        assertThatThrownBy(() -> endpoint.budget("tenant-daily", null, null, null, "age", null))
                .isInstanceOf(InvalidEndpointRequestException.class);
    }

    @Test
    void showsHowStrictItIsAndTheLastWindows() {
        for (int day = 0; day < 3; day++) {
            for (int i = 0; i <= day * 10; i++) {
                call("acme");
            }
            harness.time.advance(Duration.ofDays(1));
        }
        call("acme");

        BudgetDescriptor key = (BudgetDescriptor) endpoint.budget("tenant-daily", "acme", null, null, null, 2);

        assertThat(key.enforcement()).isEqualTo("reserve");
        assertThat(key.history())
                .extracting(past -> past.window().start() + " " + past.spent().calls())
                .containsExactly("2026-01-17T00:00:00Z 21", "2026-01-16T00:00:00Z 11");
        assertThat(((BudgetDescriptor) endpoint.budget("tenant-daily", "acme", null, null, null, 0)).history())
                .isNull();
        assertThatThrownBy(() -> endpoint.budget("tenant-daily", "acme", null, null, null, 32))
                .hasMessageContaining("'windows' must be from 0 to 31 (was 32)");
    }

    @Test
    void showsWhatABudgetIsAPartOfAndWhatHappensWhenItIsUsedUp() {
        Map<String, BudgetSpec> specs = new LinkedHashMap<>();
        specs.put("tenants", BudgetSpec.of("tenant", new BudgetLimits(Money.usd(1), null, null)));
        specs.put(
                "users",
                BudgetSpec.builder("user", new BudgetLimits(Money.usd(1), null, null))
                        .parent("tenants")
                        .enforcement(Enforcement.HARD)
                        .onExceeded(OnExceeded.FINISH)
                        .thresholds(90)
                        .build());
        BudgetsEndpoint nested = new BudgetsEndpoint(Budgets.of(specs, new InMemoryBudgetStore(harness.time, 10)));

        BudgetDescriptor users = nested.budgets().budgets().get(1);
        BudgetsEndpoint.BudgetPageDescriptor page = page(nested.budget("users", null, null, null, null, null));

        assertThat(users.parent()).isEqualTo("tenants").isEqualTo(page.parent());
        assertThat(users.enforcement()).isEqualTo("hard").isEqualTo(page.enforcement());
        assertThat(users.onExceeded()).isEqualTo("finish").isEqualTo(page.onExceeded());
        assertThat(users.thresholds()).containsExactly(90).isEqualTo(page.thresholds());
        assertThat(nested.budgets().budgets().get(0).parent()).isNull();
    }

    @Test
    void showsWhichThresholdsEachKeyReachedInEachWindow() {
        for (int i = 0; i < 32; i++) {
            call("acme");
        }
        harness.time.advance(Duration.ofDays(1));
        for (int i = 0; i < 20; i++) {
            call("acme");
        }
        call("other");

        BudgetsEndpoint.BudgetPageDescriptor page = page(endpoint.budget("tenant-daily", null, null, null, null, null));
        BudgetDescriptor key = (BudgetDescriptor) endpoint.budget("tenant-daily", "acme", null, null, null, null);

        assertThat(page.keys())
                .extracting(BudgetDescriptor::key, BudgetDescriptor::reached)
                .containsExactly(tuple("acme", List.of(50)), tuple("other", List.of()));
        assertThat(key.reached()).containsExactly(50);
        assertThat(key.history())
                .singleElement()
                .satisfies(past -> assertThat(past.reached()).containsExactly(50, 80));
    }

    @Test
    void showsOneKey() {
        call("acme");

        BudgetDescriptor key = (BudgetDescriptor) endpoint.budget("tenant-daily", "acme", null, null, null, null);

        assertThat(key.spent().usd()).isEqualTo("0.0125");
        assertThat(key.remaining().calls()).isEqualTo(39);
    }

    @Test
    void knowsNoOtherBudgets() {
        assertThat(endpoint.budget("other", null, null, null, null, null)).isNull();
        assertThat(endpoint.budget("other", "acme", null, null, null, null)).isNull();
        assertThat(endpoint.update("other", "acme", null, null, null, null)).isNull();
    }

    @Test
    void resetsOneKey() {
        call("acme");
        call("other");

        BudgetDescriptor after = (BudgetDescriptor) endpoint.update("tenant-daily", "acme", null, null, null, null);

        assertThat(after.spent().calls()).isZero();
        assertThat(((BudgetDescriptor) endpoint.budget("tenant-daily", "other", null, null, null, null))
                        .spent()
                        .calls())
                .isEqualTo(1);
    }

    @Test
    void resetsAllKeysOnlyWhenAskedForAll() {
        call("acme");

        assertThatThrownBy(() -> endpoint.update("tenant-daily", null, null, null, null, null))
                .isInstanceOf(InvalidEndpointRequestException.class);
        assertThatThrownBy(() -> endpoint.update("tenant-daily", null, false, null, null, null))
                .isInstanceOf(InvalidEndpointRequestException.class);
        endpoint.update("tenant-daily", null, true, null, null, null);

        assertThat(((BudgetDescriptor) endpoint.budget("tenant-daily", "acme", null, null, null, null))
                        .spent()
                        .calls())
                .isZero();
    }

    @Test
    void changesOnlyTheLimitsThatAreGiven() {
        endpoint.update("tenant-daily", null, null, "30.50", null, null);

        LimitDescriptor limit = page(endpoint.budget("tenant-daily", null, null, null, null, null))
                .limit();
        assertThat(limit.usd()).isEqualTo("30.5");
        assertThat(limit.calls()).isEqualTo(40);
    }

    @Test
    void refusesWhatCannotBeALimit() {
        assertThatThrownBy(() -> endpoint.update("tenant-daily", null, null, "much", null, null))
                .hasMessageContaining("'maxUsd' must be a decimal number");
        assertThatThrownBy(() -> endpoint.update("tenant-daily", null, null, "-1", null, null))
                .isInstanceOf(InvalidEndpointRequestException.class)
                .hasMessageContaining("'maxUsd' must not be negative (was -1)");
        assertThatThrownBy(() -> endpoint.update("tenant-daily", null, null, "0.1234567890123456789", null, null))
                .isInstanceOf(InvalidEndpointRequestException.class)
                .hasMessageContaining("'maxUsd' must have at most 18 decimals (was 0.1234567890123456789)");
        for (String large : new String[] {"1e15", "1e999999999"}) {
            assertThatThrownBy(() -> endpoint.update("tenant-daily", null, null, large, null, null))
                    .isInstanceOf(InvalidEndpointRequestException.class)
                    .hasMessageContaining("'maxUsd' must be below 10^15");
        }
        assertThatThrownBy(() -> endpoint.update("tenant-daily", null, null, null, -1L, null))
                .isInstanceOf(InvalidEndpointRequestException.class)
                .hasMessageContaining("'maxTokens' must not be negative (was -1)");
        assertThatThrownBy(() -> endpoint.update("tenant-daily", null, null, null, null, -1L))
                .hasMessageContaining("'maxCalls' must not be negative (was -1)");
        assertThatThrownBy(() -> endpoint.update("tenant-daily", "acme", null, "1", null, null))
                .hasMessageContaining("exactly one of these");
        assertThatThrownBy(() -> endpoint.budget("tenant-daily", null, null, 0, null, null))
                .hasMessageContaining("'size' must be from 1 to 1000 (was 0)");
    }

    private static BudgetsEndpoint.BudgetPageDescriptor page(Object answer) {
        return (BudgetsEndpoint.BudgetPageDescriptor) answer;
    }
}
