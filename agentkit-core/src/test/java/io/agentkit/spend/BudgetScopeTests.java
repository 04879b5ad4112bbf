package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.agentkit.Chain;
import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class BudgetScopeTests {

    @Test // TC-427, BU-03
    void letsNestedRunsDrawOnTheOutermostOne() {
        Metered metered =
                Metered.with("per-run", "run", Priced.usd("0.10")).build().replies(4, 4);
        Handler<ToolRequest, ToolResult> nestedAgent = Chain.tool("tool")
                .environment(metered.harness.environment())
                .build()
                .around(attempt ->
                        ToolResult.of(metered.chat(Priced.request(10)).text()));
        try (var run = Run.open(metered.harness.environment(), spec -> spec.id("root"))) {
            metered.chat(Priced.request(10));
            nestedAgent.call(ToolRequest.of(ToolFacts.unknown("agent"), "{}"));

            assertThat(metered.spent("per-run", "root")).isEqualTo(Money.usd("0.08"));
            assertThat(run.spend().usd()).isEqualTo(Money.usd("0.08"));
            assertThat(metered.budgets().page("per-run", null, 10))
                    .satisfies(page -> assertThat(page.total()).isEqualTo(1));
            assertThatExceptionOfType(BudgetExceededException.class)
                    .isThrownBy(() -> metered.chat(Priced.request(2_500)));
        }
    }

    @Test // TC-550, TC-552, TC-556
    void countsTokensOfThePromptsCacheAndKeepsRunsApart() {
        Metered metered = Metered.with("b", "run", Priced.tokens(300)).build();
        for (int i = 0; i < 3; i++) {
            String id = "run-" + i;
            metered.harness.model.reply(
                    Priced.reply(0).mutate().usage(Usage.of(20, 180, 20, 20)).build());

            metered.chat(Priced.request(10), run -> run.id(id));

            assertThat(metered.status("b", id).spent().tokens()).isEqualTo(240);
        }
    }

    @Test // TC-557
    void stopsALoopThatNeverEnds() {
        Metered metered = Metered.with("b", "run", Priced.calls(3)).build().replies(1, 1, 1);

        assertThatExceptionOfType(BudgetExceededException.class).isThrownBy(() -> {
            try (var run = Run.open(metered.harness.environment(), spec -> {})) {
                while (run.depth() == 0) {
                    metered.chat(Priced.request(10));
                }
            }
        });

        assertThat(metered.harness.model.calls()).isEqualTo(3);
    }

    @Test // BU-08
    void startsAnewWithTheDayOfItsZone() {
        Metered metered = new Metered()
                .and(
                        "b",
                        BudgetSpec.builder("global", Priced.usd("0.01"))
                                .window("1d", ZoneId.of("Europe/Berlin"))
                                .build())
                .build()
                .replies(1, 1);
        metered.chat(Priced.request(10));
        metered.harness.time.advance(Duration.ofHours(10));
        assertThatExceptionOfType(BudgetExceededException.class).isThrownBy(() -> metered.chat(Priced.request(10)));

        metered.harness.time.advance(Duration.ofHours(1));

        assertThat(metered.chat(Priced.request(10)).text()).isEqualTo("hello");
    }

    @Test
    void sharesOneKeyAmongCallsThatDoNotSayForWhomTheyAre() {
        Metered metered = Metered.with("b", "tenant", Priced.usd("1")).build().replies(1, 1);

        metered.chat(Priced.request(10));
        metered.chat(Priced.request(10));

        assertThat(metered.spent("b", "(none)")).isEqualTo(Money.usd("0.02"));
    }

    @Test
    void refusesOrSkipsCallsThatDoNotSayForWhomTheyAreWhereItIsToldTo() {
        Metered refusing =
                new Metered().and("b", perTenant("1", WhenMissing.REFUSE)).build();
        Metered skipping =
                new Metered().and("b", perTenant("0", WhenMissing.SKIP)).build().replies(1);

        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> refusing.chat(Priced.request(10)))
                .withMessage("Budget 'b' does not let a call pass that does not say for whom it is");
        assertThat(skipping.chat(Priced.request(10)).text()).isEqualTo("hello");
    }

    private static BudgetSpec perTenant(String usd, WhenMissing whenMissing) {
        return BudgetSpec.builder("tenant", Priced.usd(usd))
                .whenMissing(whenMissing)
                .build();
    }
}
