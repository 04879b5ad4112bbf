package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.money.Money;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetLimits;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class BudgetsTests {

    private final Metered metered = Metered.with("tenants", "tenant", Priced.usd("0.10"))
            .and(
                    "daily",
                    BudgetSpec.builder("global", Priced.usd("1"))
                            .window("1d", ZoneId.of("Europe/Berlin"))
                            .build())
            .build();

    private final Budgets budgets = metered.budgets();

    @Test
    void knowsBudgetsByName() {
        assertThat(budgets.names()).containsExactly("tenants", "daily");
        assertThat(budgets.spec("daily"))
                .satisfies(spec -> assertThat(spec.window()).isEqualTo("1d"));
        assertThat(budgets.limits("tenants")).isEqualTo(Priced.usd("0.10"));
        assertThat(budgets.spec("weekly")).isNull();
        assertThat(budgets.limits("weekly")).isNull();
        assertThat(budgets.find("weekly", "x")).isNull();
        assertThat(budgets.page("weekly", null, 10)).isNull();
        assertThat(budgets.reset("weekly", "x")).isFalse();
        assertThat(budgets.resetAll("weekly")).isFalse();
        assertThat(budgets.change("weekly", Priced.usd("1"))).isFalse();
    }

    @Test
    void tellsHowAKeyStands() {
        chat("acme");

        BudgetStatus status = metered.status("tenants", "acme");

        assertThat(status.name()).isEqualTo("tenants");
        assertThat(status.scope()).isEqualTo("tenant");
        assertThat(status.key()).isEqualTo("acme");
        assertThat(status.limit()).isEqualTo(Priced.usd("0.10"));
        assertThat(status.spent()).isEqualTo(new BudgetAmounts(Money.usd("0.04"), 4_000, 1));
        assertThat(status.reserved()).isEqualTo(BudgetAmounts.NONE);
        assertThat(status.remaining()).isEqualTo(Priced.usd("0.06"));
        assertThat(status.exceeded()).isFalse();
        assertThat(status.windowEnd()).isNull();
    }

    @Test
    void tellsWhichThresholdsWereReachedByTheLimitsAsTheyAre() {
        chat("acme");
        assertThat(metered.status("tenants", "acme").reached()).isEmpty();
        chat("acme");
        assertThat(metered.status("tenants", "acme").reached()).containsExactly(50, 80);

        budgets.change("tenants", Priced.usd("0.08"));
        assertThat(metered.status("tenants", "acme").reached()).containsExactly(50, 80, 100);
        assertThat(metered.status("tenants", "other").reached()).isEmpty();

        budgets.change("tenants", Priced.usd("0"));
        assertThat(metered.status("tenants", "other").reached()).containsExactly(50, 80, 100);
    }

    @Test
    void tellsOfAKeyThatWasNeverUsedWithItsWindow() {
        BudgetStatus status = metered.status("daily", "(all)");

        assertThat(status.spent()).isEqualTo(BudgetAmounts.NONE);
        assertThat(status.windowStart()).isEqualTo(Instant.parse("2026-01-14T23:00:00Z"));
        assertThat(status.windowEnd()).isEqualTo(Instant.parse("2026-01-15T23:00:00Z"));
    }

    @Test
    void givesPagesOfKeys() {
        for (String tenant : new String[] {"c", "a", "b"}) {
            chat(tenant);
        }

        assertThat(budgets.page("tenants", null, 2)).satisfies(page -> {
            assertThat(page.keys()).extracting(BudgetStatus::key).containsExactly("a", "b");
            assertThat(page.next()).isEqualTo("b");
            assertThat(page.total()).isEqualTo(3);
        });
        assertThat(budgets.page("tenants", "b", 2)).satisfies(page -> {
            assertThat(page.keys()).extracting(BudgetStatus::key).containsExactly("c");
            assertThat(page.next()).isNull();
        });
        assertThat(budgets.page("tenants", null, 3))
                .satisfies(page -> assertThat(page.next()).isNull());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> budgets.page("tenants", null, 0))
                .withMessage("'size' must be at least 1 (was 0)");
    }

    @Test
    void resetsOneKeyOrAll() {
        chat("a");
        chat("b");

        budgets.reset("tenants", "a");
        assertThat(metered.spent("tenants", "a")).isEqualTo(Money.ZERO);
        assertThat(metered.spent("tenants", "b")).isEqualTo(Money.usd("0.04"));
        budgets.resetAll("tenants");
        assertThat(metered.spent("tenants", "b")).isEqualTo(Money.ZERO);
        assertThat(metered.spent("daily", "(all)")).isEqualTo(Money.usd("0.08"));
    }

    @Test
    void changesLimitsOnlyToOnesThatWork() {
        Budgets tools = new Metered()
                .and("t", BudgetSpec.builder("run", Priced.calls(5)).tools("*").build())
                .build()
                .budgets();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> budgets.change("tenants", BudgetLimits.NONE))
                .withMessage("'limits' must limit something");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tools.change("t", Priced.usd("1")))
                .withMessage("'limits' must hold only calls: budget 't' counts calls of tools");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Priced.usd("-1"))
                .withMessage("'usd' must not be negative (was -1)");
        assertThat(tools.change("t", Priced.calls(0))).isTrue();
        assertThat(tools.limits("t")).isEqualTo(Priced.calls(0));
    }

    private void chat(String tenant) {
        metered.replies(4).chat(Priced.request(10), run -> run.tenant(tenant));
    }
}
