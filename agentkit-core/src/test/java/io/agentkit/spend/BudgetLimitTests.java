package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.price.PriceBook;
import io.agentkit.price.Rates;
import io.agentkit.price.UnknownPrice;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetLimits;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BudgetLimitTests {

    private static final String ALL = "(all)";

    @Test // TC-420, TC-454
    void isUsedUpExactlyWhereItEnds() {
        Metered metered = global(Priced.usd("1.00"), Enforcement.CHECK);
        for (int i = 0; i < 100; i++) {
            metered.replies(1).chat(Priced.request(10));
        }

        assertThat(metered.spent("b", ALL)).isEqualTo(Money.usd(1));
        assertThat(metered.status("b", ALL).exceeded()).isTrue();
        assertRefused(metered, RefusalReason.USD);
    }

    @Test // TC-421
    void tellsWhatRemains() {
        Metered metered = global(Priced.usd("50"), Enforcement.RESERVE).replies(4_531);

        metered.chat(Priced.request(10));

        assertThat(metered.status("b", ALL).remaining().usd()).isEqualTo(Money.usd("4.69"));
    }

    @Test // TC-422, TC-423, TC-424
    void keepsLimitsThatNoBinaryNumberCanHold() {
        assertThat(spec("0.0000001").limits().usd()).hasToString("0.0000001");
        assertThat(spec("0.07").limits().usd()).hasToString("0.07");
        assertThat(spec("10000000000.000001").limits().usd()).hasToString("10000000000.000001");
    }

    @Test // TC-428, TC-430
    void refusesBothMoneyAndCallsByThemselves() {
        Metered money = global(Priced.usd("0.01"), Enforcement.CHECK).replies(2);
        money.chat(Priced.request(10));
        assertRefused(money, RefusalReason.USD);
        assertThat(money.status("b", ALL).remaining().usd()).isEqualTo(Money.ZERO);

        Metered calls = global(Priced.calls(1), Enforcement.CHECK).replies(2);
        calls.chat(Priced.request(10));
        assertRefused(calls, RefusalReason.CALLS);
    }

    @Test // TC-429, TC-551
    void takesMaxCallsAtItsWord() {
        Metered metered = global(Priced.calls(2), Enforcement.RESERVE).replies(1, 1);

        metered.chat(Priced.request(10));
        metered.chat(Priced.request(10));

        assertRefused(metered, RefusalReason.CALLS);
        assertThat(metered.harness.model.calls()).isEqualTo(2);
    }

    @Test // TC-432
    void sendsNothingForAnExhaustedBudgetHoweverOftenOneTries() {
        Metered metered = global(Priced.usd("0.01"), Enforcement.RESERVE);
        metered.harness.add("again", Again.onFailure());
        metered.replies(1).chat(Priced.request(10));

        for (int i = 0; i < 5; i++) {
            assertRefused(metered, RefusalReason.USD);
        }

        assertThat(metered.harness.model.calls()).isEqualTo(1);
        assertThat(metered.status("b", ALL).refusals()).isEqualTo(5);
    }

    @Test // TC-433
    void goesOnWhenTheLimitIsRaised() {
        Metered metered = global(Priced.usd("0.01"), Enforcement.RESERVE).replies(1, 1);
        metered.chat(Priced.request(10));
        assertRefused(metered, RefusalReason.USD);

        metered.budgets().change("b", Priced.usd("0.03"));

        assertThat(metered.chat(Priced.request(10)).text()).isEqualTo("hello");
    }

    @Test // TC-452
    void refusesAtOnceWhenTheLimitIsLoweredBelowWhatWasSpent() {
        Metered metered = global(Priced.usd("1"), Enforcement.RESERVE).replies(50);
        metered.chat(Priced.request(10));

        metered.budgets().change("b", Priced.usd("0.10"));

        assertThat(metered.status("b", ALL).remaining().usd()).isEqualTo(Money.ZERO);
        assertThat(metered.status("b", ALL).exceeded()).isTrue();
        assertRefused(metered, RefusalReason.USD);
    }

    @Test // TC-042, TC-434, TC-435, TC-450
    void givesTheAnswerThatCrossesTheLimitAndBooksAllOfIt() {
        Metered metered = global(Priced.usd("0.015"), Enforcement.CHECK).replies(1, 1);

        metered.chat(Priced.request(10));
        assertThat(metered.chat(Priced.request(10)).text()).isEqualTo("hello");

        assertThat(metered.status("b", ALL).spent()).isEqualTo(new BudgetAmounts(Money.usd("0.02"), 2_000, 2));
        assertRefused(metered, RefusalReason.USD);
    }

    @Test
    void refusesWhatCouldCrossTheLimitWhenItReserves() {
        Metered metered = global(Priced.usd("0.015"), Enforcement.RESERVE).replies(1);
        metered.chat(Priced.request(900));

        assertThatExceptionOfType(BudgetExceededException.class).isThrownBy(() -> metered.chat(Priced.request(900)));
        assertThat(metered.harness.model.calls()).isEqualTo(1);
    }

    @Test
    void countsAndShowsAReplyThatIsLongerThanExpected() {
        Metered metered = global(Priced.usd("0.015"), Enforcement.RESERVE).replies(2);

        metered.chat(Priced.request(900));

        assertThat(metered.spent("b", ALL)).isEqualTo(Money.usd("0.02"));
        assertThat(metered.status("b", ALL).exceeded()).isTrue();
    }

    @Test
    void takesARequestOfOpenLengthIntoAnUntouchedBudgetThatIsSmallerThanItsAssumption() {
        Metered metered = global(Priced.usd("0.02"), Enforcement.RESERVE).replies(1);

        assertThat(metered.chat(Priced.open()).text()).isEqualTo("hello");

        assertThatExceptionOfType(BudgetExceededException.class).isThrownBy(() -> metered.chat(Priced.open()));
        assertThat(metered.spent("b", ALL)).isEqualTo(Money.usd("0.01"));
    }

    @Test
    void refusesAStatedLengthThatDoesNotFitAnUntouchedBudget() {
        Metered metered = global(Priced.usd("0.02"), Enforcement.RESERVE);

        assertThatExceptionOfType(BudgetExceededException.class).isThrownBy(() -> metered.chat(Priced.request(2_001)));
    }

    @Test
    void letsNothingPaidThroughALimitOfZero() {
        assertRefused(global(Priced.usd("0"), Enforcement.RESERVE), RefusalReason.USD);
        assertRefused(global(Priced.usd("0"), Enforcement.CHECK), RefusalReason.USD);
        assertRefused(global(Priced.tokens(0), Enforcement.RESERVE), RefusalReason.TOKENS);
        assertRefused(global(Priced.calls(0), Enforcement.CHECK), RefusalReason.CALLS);
    }

    @Test // CO-16
    void letsFreeModelsThroughAnExhaustedBudgetOfMoney() {
        for (Enforcement enforcement : Enforcement.values()) {
            Metered metered = global(Priced.usd("0"), enforcement);
            metered.harness.model.reply(Priced.reply("free", 5));

            assertThat(metered.chat(Priced.request("free", 100)).text()).isEqualTo("hello");
        }
    }

    @Test // CO-13, CO-14
    void refusesAModelWithoutAPriceWhereMoneyIsLimited() {
        Metered metered = global(Priced.usd("100"), Enforcement.RESERVE);

        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> metered.chat(Priced.request("unheard-of", 10)))
                .withMessage("Budget 'b' does not let a model pass whose price is unknown");
        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> metered.chat(ChatRequest.user("hi")))
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(RefusalReason.UNKNOWN_PRICE));
    }

    @Test // CO-13, CO-15
    void refusesAModelThatIsPricedInPartOnlyAndNoneThatIsPricedByRequests(@TempDir Path folder) throws IOException {
        Path list = Files.writeString(
                folder.resolve("list.json"),
                "{\"part\": {\"input_cost_per_token\": 1e-6}, \"whole\": {\"input_cost_per_request\": 0.005}}");
        for (Enforcement enforcement : Enforcement.values()) {
            Metered metered = new Metered();
            metered.harness.pricing(PriceBook.EMPTY.with(list)).model.reply(Priced.reply("whole", 1));
            metered.and(
                            "b",
                            BudgetSpec.builder("global", Priced.usd("100"))
                                    .enforcement(enforcement)
                                    .build())
                    .build();

            assertThatExceptionOfType(BudgetExceededException.class)
                    .isThrownBy(() -> metered.chat(Priced.request("part", 10)))
                    .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(RefusalReason.UNKNOWN_PRICE));
            metered.chat(Priced.request("whole", 10));

            assertThat(metered.spent("b", ALL)).isEqualTo(Money.usd("0.005"));
            assertThat(metered.costs.total().spend().exact()).isTrue();
        }
    }

    @Test
    void goesByThePriceOfTheTokensOfAModelThatIsPricedBySecondsBesides() {
        Metered metered = new Metered();
        BigDecimal ten = BigDecimal.TEN;
        Rates timed = new Rates(
                ten, ten, null, null, null, null, null, null, null, null, BigDecimal.ONE, null, null, null, null);
        metered.harness.pricing(PriceBook.of(Map.of("timed", timed))).model.reply(Priced.reply("timed", 1));
        metered.and("b", "global", Priced.usd("100")).build();

        metered.chat(Priced.request("timed", 10));

        assertThat(metered.spent("b", ALL)).isEqualTo(Money.usd("0.01"));
        assertThat(metered.costs.total().spend().exact()).isFalse();
    }

    @Test
    void letsAModelWithoutAPriceThroughWhereThatIsAllowedOrMoneyIsNotLimited() {
        Metered allowing = new Metered().and("b", spec("1", UnknownPrice.ALLOW)).build();
        Metered tokens = global(Priced.tokens(10_000), Enforcement.RESERVE);
        for (Metered metered : new Metered[] {allowing, tokens}) {
            metered.harness.model.reply(Priced.reply("unheard-of", 1));

            metered.chat(Priced.request("unheard-of", 10));

            assertThat(metered.status("b", ALL).spent()).isEqualTo(new BudgetAmounts(Money.ZERO, 1_000, 1));
        }
    }

    @Test
    void isUsedUpAndNotFilledByACountThatIsOutOfProportion() {
        Metered metered = global(Priced.tokens(1_000), Enforcement.CHECK);
        Usage absurd = Usage.of(Long.MAX_VALUE, Long.MAX_VALUE);
        metered.harness.model.reply(
                Priced.reply(0).mutate().usage(absurd).model("free").build());

        metered.chat(Priced.request("free", 10));

        assertThat(metered.status("b", ALL).spent().tokens()).isEqualTo(Long.MAX_VALUE);
        assertThat(metered.status("b", ALL).remaining().tokens()).isZero();
        assertRefused(metered, RefusalReason.TOKENS);
    }

    @Test // TC-555
    void countsFailuresThatWereBilled() {
        Metered metered = global(Priced.tokens(200), Enforcement.CHECK);
        for (int i = 0; i < 2; i++) {
            metered.harness.model.fail(
                    new AgentKitException(ErrorKind.UNAVAILABLE, "broken").withUsage(Usage.of(100, 20)));
            assertThatThrownBy(() -> metered.chat(Priced.request(10))).hasMessage("broken");
        }

        assertRefused(metered, RefusalReason.TOKENS);
        assertThat(metered.harness.model.calls()).isEqualTo(2);
    }

    private static Metered global(BudgetLimits limits, Enforcement enforcement) {
        return new Metered()
                .and(
                        "b",
                        BudgetSpec.builder("global", limits)
                                .enforcement(enforcement)
                                .build())
                .build();
    }

    private static BudgetSpec spec(String usd) {
        return spec(usd, null);
    }

    private static BudgetSpec spec(String usd, @Nullable UnknownPrice unknownPrice) {
        BudgetSpecBuilder spec = BudgetSpec.builder("global", Priced.usd(usd));
        return unknownPrice == null
                ? spec.build()
                : spec.unknownPrice(unknownPrice).build();
    }

    private static void assertRefused(Metered metered, RefusalReason reason) {
        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> metered.chat(Priced.request(10)))
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(reason));
    }
}
