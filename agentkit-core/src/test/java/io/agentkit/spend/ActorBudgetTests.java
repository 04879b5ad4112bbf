package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.money.Money;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetLimits;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.FakeTime;
import io.agentkit.time.Time;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ActorBudgetTests {

    private static final BudgetLimits LIMITS = new BudgetLimits(Money.usd("1.00"), 1_000L, 10L);

    private final FakeTime time = new FakeTime();

    private ActorBudget budget(BudgetLimits limits, @Nullable Duration wall) {
        return new ActorBudget(limits, wall, time);
    }

    private static BudgetAmounts amounts(String usd, long tokens, long steps) {
        return new BudgetAmounts(Money.usd(usd), tokens, steps);
    }

    private static void assertRefused(ActorBudget budget, BudgetAmounts amounts, RefusalReason reason) {
        BudgetAmounts before = budget.reserved();
        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> budget.reserve(amounts))
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(reason));
        assertThat(budget.reserved()).isEqualTo(before);
    }

    @Test // TC-451
    void givesBackWhatWasReservedAndNotUsed() {
        ActorBudget budget = budget(LIMITS, null);
        try (ActorReservation reservation = budget.reserve(amounts("0.40", 400, 4))) {
            assertThat(budget.remaining()).isEqualTo(new BudgetLimits(Money.usd("0.60"), 600L, 6L));
            reservation.settle(amounts("0.10", 100, 1));
            reservation.settle(amounts("0.40", 400, 4));
        }

        assertThat(budget.remaining()).isEqualTo(new BudgetLimits(Money.usd("0.90"), 900L, 9L));
        assertThat(budget.reserved()).isEqualTo(BudgetAmounts.NONE);
    }

    @Test
    void holdsNothingForAFanOutThatRunsOutOfTime() {
        AtomicInteger looks = new AtomicInteger();
        Time passing = (Time) Proxy.newProxyInstance(
                Time.class.getClassLoader(), new Class<?>[] {Time.class}, (proxy, method, none) ->
                        (long) looks.getAndIncrement());
        for (int limit = 1; limit < 20; limit++) {
            looks.set(0);
            ActorBudget budget = new ActorBudget(LIMITS, Duration.ofNanos(limit), passing);
            int parts = 0;
            try {
                parts = budget.fanOut(5).size();
            } catch (BudgetExceededException late) {
                assertThat(late.reason()).isEqualTo(RefusalReason.TIME);
            }
            assertThat(budget.reserved().calls()).isEqualTo(parts * 2L);
        }
    }

    @Test
    void staysUsedUpHoweverMuchIsCounted() {
        ActorBudget budget = budget(LIMITS, null);

        budget.charge(amounts("0", Long.MAX_VALUE, 1));
        budget.charge(amounts("0", Long.MAX_VALUE, 1));

        assertThat(budget.remaining().tokens()).isZero();
        assertThat(budget.isExhausted()).isTrue();
    }

    @Test // TC-450
    void chargesAllThatWasUsedAlsoWhatIsMoreThanWasReserved() {
        ActorBudget budget = budget(LIMITS, null);

        budget.reserve(amounts("0.10", 100, 1)).settle(amounts("2.00", 100, 1));

        assertThat(budget.used().usd()).isEqualTo(Money.usd("2.00"));
        assertThat(budget.remaining().usd()).isEqualTo(Money.ZERO);
        assertThat(budget.isExhausted()).isTrue();
    }

    @Test // TC-454
    void isExhaustedExactlyWhereItEnds() {
        ActorBudget budget = budget(new BudgetLimits(Money.usd("1.00"), null, null), null);
        for (int i = 0; i < 10; i++) {
            assertThat(budget.isExhausted()).isFalse();
            budget.charge(amounts("0.10", 5, 1));
        }

        assertThat(budget.isExhausted()).isTrue();
        assertRefused(budget, BudgetAmounts.NONE, RefusalReason.USD);
        budget.charge(amounts("0.10", 5, 1));
        assertThat(budget.used().usd()).isEqualTo(Money.usd("1.10"));
    }

    @Test // TC-453
    void runsOutOfTimeByItself() {
        ActorBudget budget = budget(LIMITS, Duration.ofSeconds(60));
        time.advance(Duration.ofSeconds(59));
        assertThat(budget.remainingTime()).isEqualTo(Duration.ofSeconds(1));
        assertThat(budget.isExhausted()).isFalse();

        time.advance(Duration.ofSeconds(2));

        assertThat(budget.remainingTime()).isEqualTo(Duration.ZERO);
        assertThat(budget.isExhausted()).isTrue();
        assertRefused(budget, BudgetAmounts.NONE, RefusalReason.TIME);
    }

    @Test // TC-452
    void isOnlyEverLoweredAndNeverBelowWhatIsTaken() {
        ActorBudget budget = budget(LIMITS, Duration.ofSeconds(60));
        budget.charge(amounts("0.20", 200, 2));
        budget.reserve(amounts("0.30", 300, 3));

        budget.tighten(new BudgetLimits(Money.usd("0.10"), 700L, 20L), Duration.ofSeconds(90));
        assertThat(budget.limits()).isEqualTo(new BudgetLimits(Money.usd("0.50"), 700L, 10L));
        assertThat(budget.remainingTime()).isEqualTo(Duration.ofSeconds(60));

        budget.tighten(BudgetLimits.NONE, Duration.ofSeconds(30));
        assertThat(budget.limits()).isEqualTo(new BudgetLimits(Money.usd("0.50"), 700L, 10L));
        assertThat(budget.remainingTime()).isEqualTo(Duration.ofSeconds(30));
        ActorBudget open = budget(BudgetLimits.NONE, null);
        open.tighten(new BudgetLimits(null, 5L, null), null);
        assertThat(open.limits()).isEqualTo(new BudgetLimits(null, 5L, null));
    }

    @Test
    void namesWhatThereIsLeastOf() {
        ActorBudget budget = budget(LIMITS, null);
        budget.charge(amounts("0.50", 900, 7));

        assertRefused(budget, amounts("0.60", 200, 4), RefusalReason.TOKENS);
        assertRefused(budget, amounts("0.60", 1, 4), RefusalReason.CALLS);
        assertRefused(budget, amounts("0.60", 1, 1), RefusalReason.USD);
        assertRefused(budget(new BudgetLimits(Money.ZERO, null, null), null), BudgetAmounts.NONE, RefusalReason.USD);
    }

    @Test
    void givesEachActorExactlyItsPart() {
        ActorBudget budget = budget(new BudgetLimits(Money.usd("1.00"), 1_000L, null), Duration.ofSeconds(60));
        time.advance(Duration.ofSeconds(10));
        List<ActorReservation> parts = budget.fanOut(3);

        ActorBudget child = parts.get(0).budget();
        assertThat(child.limits()).isEqualTo(new BudgetLimits(Money.usd("0.333333333333333333"), 333L, null));
        assertThat(child.remainingTime()).isEqualTo(Duration.ofSeconds(50));
        assertThat(budget.remaining()).isEqualTo(new BudgetLimits(Money.usd("0.000000000000000001"), 1L, null));
        child.charge(amounts("0.10", 100, 1));
        parts.forEach(ActorReservation::close);
        parts.forEach(ActorReservation::close);

        assertThat(budget.used()).isEqualTo(amounts("0.10", 100, 1));
        assertThat(budget.reserved()).isEqualTo(BudgetAmounts.NONE);
    }

    @Test
    void startsNoneOfManyActorsWhenAPartWouldBeNothing() {
        ActorBudget budget = budget(LIMITS, null);

        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> budget.fanOut(11))
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(RefusalReason.CALLS));
        assertThat(budget.reserved()).isEqualTo(BudgetAmounts.NONE);
        assertThat(budget.fanOut(10)).hasSize(10);
        assertThatExceptionOfType(BudgetExceededException.class).isThrownBy(() -> budget.fanOut(1));
        assertThatIllegalArgumentException().isThrownBy(() -> budget.fanOut(0));
    }

    @Test
    void keepsAChainToItsSteps() {
        ActorBudget budget = budget(new BudgetLimits(Money.usd("1"), null, 2L), null);
        ChainHarness harness = ChainHarness.create().pricing(Priced.PRICES).add("actor", budget.middleware());
        harness.model.reply(Priced.reply(1)).reply(Priced.reply(2));
        harness.chat("hi");
        harness.chat("hi");

        assertThatExceptionOfType(BudgetExceededException.class).isThrownBy(() -> harness.chat("hi"));

        assertThat(budget.used()).isEqualTo(amounts("0.03", 3_000, 2));
        assertThat(budget.reserved()).isEqualTo(BudgetAmounts.NONE);
        assertThat(harness.model.calls()).isEqualTo(2);
    }

    @Test
    void takesOneStepForARequestWhereverItsMiddlewareStands() {
        ActorBudget budget = budget(LIMITS, null);
        ChainHarness harness = ChainHarness.create()
                .pricing(Priced.PRICES)
                .add("outer", budget.middleware())
                .add("inner", budget.middleware());
        harness.model.reply(Priced.reply(1));

        harness.chat("hi");

        assertThat(budget.used()).isEqualTo(amounts("0.01", 1_000, 1));
        assertThat(budget.reserved()).isEqualTo(BudgetAmounts.NONE);
    }

    @Test
    void needsATimeThatIsNotNegative() {
        assertThatIllegalArgumentException().isThrownBy(() -> budget(LIMITS, Duration.ofSeconds(-1)));
    }
}
