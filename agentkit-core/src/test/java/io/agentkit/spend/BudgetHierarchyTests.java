package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.money.Money;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.time.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BudgetHierarchyTests {

    private final Metered metered = new Metered()
            .and("all", BudgetSpec.of("global", Priced.usd("1.00")))
            .and("tenants", child("tenant", "0.10", "all"))
            .and("users", child("user", "0.06", "tenants"))
            .and("runs", child("run", "0.03", "users"))
            .build();

    @Test // BU-03, TC-427
    void drawsOnAllBudgetsAboveARun() {
        metered.replies(2);

        metered.chat(Priced.request(10), run -> run.tenant("acme").user("ann").id("r1"));

        assertThat(metered.spent("all", "(all)")).isEqualTo(Money.usd("0.02"));
        assertThat(metered.spent("tenants", "acme")).isEqualTo(Money.usd("0.02"));
        assertThat(metered.spent("users", "acme/ann")).isEqualTo(Money.usd("0.02"));
        assertThat(metered.spent("runs", "acme/ann/r1")).isEqualTo(Money.usd("0.02"));
    }

    @Test
    void keepsUsersOfTheSameNameInTwoTenantsApart() {
        metered.replies(6, 6);
        metered.chat(Priced.request(10), run -> run.tenant("acme").user("ann"));

        metered.chat(Priced.request(10), run -> run.tenant("globex").user("ann"));

        assertThat(metered.spent("users", "globex/ann")).isEqualTo(Money.usd("0.06"));
        assertRefused("users", "acme", "ann");
    }

    @Test
    void takesNoSlashInANameForAnother() {
        metered.replies(1, 1);

        metered.chat(Priced.request(10), run -> run.tenant("a/b").user("c"));
        metered.chat(Priced.request(10), run -> run.tenant("a").user("b/c"));

        assertThat(metered.spent("users", "a%2Fb/c")).isEqualTo(Money.usd("0.01"));
        assertThat(metered.spent("users", "a/b%2Fc")).isEqualTo(Money.usd("0.01"));
    }

    @Test // BU-03, BU-15
    void refusesAChildWhatItsParentHasNoRoomForAndLeavesNothingBehind() {
        metered.replies(5, 5);
        metered.chat(Priced.request(10), run -> run.tenant("acme").user("ann"));
        metered.chat(Priced.request(10), run -> run.tenant("acme").user("bob"));

        assertRefused("tenants", "acme", "cleo");

        assertThat(metered.status("users", "acme/cleo").spent()).isEqualTo(BudgetAmounts.NONE);
        assertThat(metered.status("all", "(all)").reserved()).isEqualTo(BudgetAmounts.NONE);
        assertThat(metered.status("users", "acme/cleo").reserved()).isEqualTo(BudgetAmounts.NONE);
        assertThat(metered.status("tenants", "acme").refusals()).isEqualTo(1);
    }

    @Test
    void putsCallsWithoutAValueForTheParentTogether() {
        metered.replies(1);

        metered.chat(Priced.request(10), run -> run.user("ann"));

        assertThat(metered.spent("users", "(none)/ann")).isEqualTo(Money.usd("0.01"));
    }

    @Test // TC-444
    void forgetsRunsBelowUsers() {
        for (int i = 0; i < 200; i++) {
            int number = i;
            metered.replies(0)
                    .chat(
                            Priced.request(10),
                            run -> run.tenant("acme").user("ann").id("r" + number));
            metered.harness.time.advance(Duration.ofMinutes(1));
        }

        BudgetPage page = metered.budgets().page("runs", null, 1_000);
        assertThat(page).isNotNull();
        assertThat(page.total()).isLessThan(90);
    }

    @Test // BU-13
    void refusesParentsThatCannotBe() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> budgets(Map.of("a", child("run", "1", "b"))))
                .withMessage("'parent' of budget 'a' must be a budget (was b)");
        Map<String, BudgetSpec> circle = new LinkedHashMap<>();
        circle.put("a", child("run", "1", "b"));
        circle.put("b", child("run", "1", "a"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> budgets(circle))
                .withMessage("'parent' of budget 'b' must not lead back to it (was a)");
        Map<String, BudgetSpec> mixed = new LinkedHashMap<>();
        mixed.put("a", child("run", "1", "b"));
        mixed.put("b", BudgetSpec.builder("run", Priced.calls(1)).tools("x").build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> budgets(mixed))
                .withMessage(
                        "'parent' of budget 'a' must count what it counts, model requests or calls of tools (was b)");
    }

    private void assertRefused(String budget, String tenant, String user) {
        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> metered.chat(
                        Priced.request(10), run -> run.tenant(tenant).user(user)))
                .satisfies(refusal -> assertThat(refusal.budget()).isEqualTo(budget));
    }

    private static void budgets(Map<String, BudgetSpec> specs) {
        Budgets.of(specs, new InMemoryBudgetStore(Time.system(), 10));
    }

    private static BudgetSpec child(String scope, String usd, String parent) {
        return BudgetSpec.builder(scope, Priced.usd(usd)).parent(parent).build();
    }
}
