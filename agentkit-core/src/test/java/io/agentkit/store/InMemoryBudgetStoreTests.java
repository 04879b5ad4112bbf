package io.agentkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.money.Money;
import io.agentkit.test.BudgetStoreContract;
import io.agentkit.test.FakeTime;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class InMemoryBudgetStoreTests extends BudgetStoreContract {

    private static final BudgetLimits ONE_DOLLAR = new BudgetLimits(Money.usd(1), null, null);

    private final FakeTime clock = new FakeTime();

    private final InMemoryBudgetStore small = new InMemoryBudgetStore(clock, 10);

    @Override
    protected BudgetStore createStore(FakeTime time) {
        return new InMemoryBudgetStore(time);
    }

    @Test // TC-444
    void forgetsKeysOfWindowsThatAreOver() {
        InMemoryBudgetStore store = new InMemoryBudgetStore(clock);
        for (int i = 0; i < 5_000; i++) {
            use(store, daily("tenant-" + i));
        }

        clock.advance(Duration.ofDays(1));
        use(store, daily("the next day's"));

        assertThat(store.size()).isEqualTo(1);
    }

    @Test
    void keepsALongWindowsHistoryBesideThatOfShortOnes() {
        InMemoryBudgetStore store = new InMemoryBudgetStore(clock);
        use(store, daily("acme"));
        clock.advance(Duration.ofDays(1));
        use(store, daily("acme"));

        BudgetLevel minutely = new BudgetLevel(
                new BudgetKey("minutely", "acme"),
                BudgetWindow.of(BudgetWindow.Kind.MINUTE, ZoneId.of("UTC")),
                ONE_DOLLAR,
                BudgetPolicy.RESERVE);
        for (int i = 0; i < 20_100; i++) {
            clock.advance(Duration.ofMinutes(1));
            use(store, minutely);
        }

        assertThat(store.history(new BudgetKey("b", "acme"), 100)).hasSize(2);
        assertThat(store.history(new BudgetKey("minutely", "acme"), 100)).hasSize(31);
    }

    @Test
    void forgetsRunsThatNobodyUsedForAnHour() {
        InMemoryBudgetStore store = new InMemoryBudgetStore(clock);
        for (int minute = 0; minute < 300; minute++) {
            use(store, run("run-" + minute));
            use(store, run("used all the time"));
            clock.advance(Duration.ofMinutes(1));
        }

        assertThat(store.size()).isLessThan(90);
        assertThat(store.find(new BudgetKey("b", "run-0"))).isNull();
        assertThat(store.find(new BudgetKey("b", "run-299"))).isNotNull();
        assertThat(spentBy(store, "used all the time")).isEqualTo(Money.usd("0.300"));
    }

    @Test
    void keepsARunWithARequestUnderWayHoweverLongItTakes() {
        InMemoryBudgetStore store = new InMemoryBudgetStore(clock);
        BudgetHold hold = hold(store, run("slow"));
        store.reserve(hold);
        for (int i = 0; i < 30; i++) {
            clock.advance(Duration.ofMinutes(10));
            use(store, run("run-" + i));
        }

        settle(store, hold);

        assertThat(spentBy(store, "slow")).isEqualTo(Money.usd("0.001"));
    }

    @Test
    void makesRoomAmongRunsWhenThereAreTooMany() {
        for (int i = 0; i < 1_000; i++) {
            use(small, run("run-" + i));
            clock.advance(Duration.ofMillis(1));
        }

        assertThat(small.size()).isLessThanOrEqualTo(10);
        assertThat(small.find(new BudgetKey("b", "run-999"))).isNotNull();
    }

    @Test
    void forgetsNoKeyOfARequestToMakeRoomForAnother() {
        InMemoryBudgetStore three = new InMemoryBudgetStore(clock, 3);
        settle(three, reserved(three, run("earlier"), run("c", "earlier")));

        BudgetHold hold = reserved(three, run("now"), run("c", "now"));

        assertThat(three.find(new BudgetKey("b", "now")).reserved().calls()).isEqualTo(1);
        settle(three, hold);
        assertThat(three.find(new BudgetKey("b", "now")).reserved()).isEqualTo(BudgetAmounts.NONE);
        assertThat(spentBy(three, "now")).isEqualTo(Money.usd("0.001"));
    }

    @Test
    void givesNothingBackToARunThatWasForgottenMeanwhile() {
        BudgetHold hold = reserved(small, run("slow"));
        settle(small, hold);
        for (int i = 0; i < 20; i++) {
            use(small, run("run-" + i));
        }
        use(small, run("slow"));

        small.correct(hold, Money.usd("-0.001"), -1, 0);

        assertThat(spentBy(small, "slow")).isEqualTo(Money.usd("0.001"));
    }

    @Test
    void refusesNewKeysRatherThanForgettingWhatWasSpent() {
        for (int i = 0; i < 10; i++) {
            use(small, lasting("user-" + i));
        }

        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(() -> use(small, lasting("one too many")))
                .withMessage("The budgets in memory have their most keys, 10, and none can be forgotten")
                .satisfies(refusal -> assertThat(refusal.kind()).isEqualTo(ErrorKind.STORE));
        assertThat(spentBy(small, "user-0")).isEqualTo(Money.usd("0.001"));
    }

    @Test
    void complainsWhenAHoldIsUsedOutOfOrder() {
        BudgetHold hold = hold(small, lasting("x"));
        small.reserve(hold);

        assertThatIllegalStateException()
                .isThrownBy(() -> small.reserve(hold))
                .withMessage("The hold is reserved already");
        settle(small, hold);
        assertThatIllegalStateException().isThrownBy(() -> settle(small, hold)).withMessage("The hold is not reserved");
    }

    @Test
    void mayReserveASettledHoldAgain() {
        BudgetHold hold = hold(small, lasting("x"));
        for (int i = 0; i < 3; i++) {
            assertThat(small.reserve(hold)).isNull();
            settle(small, hold);
        }

        assertThat(spentBy(small, "x")).isEqualTo(Money.usd("0.003"));
    }

    @Test
    void needsRoomForOneKey() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new InMemoryBudgetStore(clock, 0))
                .withMessage("'maxKeys' must be at least 1 (was 0)");
    }

    private static Money spentBy(InMemoryBudgetStore store, String value) {
        BudgetState state = store.find(new BudgetKey("b", value));
        return state == null ? Money.ZERO : state.spent().usd();
    }

    private static BudgetHold reserved(BudgetStore store, BudgetLevel... levels) {
        BudgetHold hold = store.hold(new BudgetLevels(List.of(levels)));
        hold.need(1_000_000_000, 1, 1_000_000_000, 1);
        assertThat(store.reserve(hold)).isNull();
        return hold;
    }

    private static void use(BudgetStore store, BudgetLevel level) {
        BudgetHold hold = hold(store, level);
        assertThat(store.reserve(hold)).isNull();
        settle(store, hold);
    }

    private static BudgetHold hold(BudgetStore store, BudgetLevel level) {
        BudgetHold hold = store.hold(new BudgetLevels(List.of(level)));
        hold.need(1_000_000_000, 1, 1_000_000_000, 1);
        return hold;
    }

    private static void settle(BudgetStore store, BudgetHold hold) {
        store.settle(hold, Money.usd("0.001"), 1, 1);
    }

    private static BudgetLevel run(String value) {
        return run("b", value);
    }

    private static BudgetLevel run(String budget, String value) {
        return new BudgetLevel(
                new BudgetKey(budget, value), BudgetWindow.NONE, ONE_DOLLAR, BudgetPolicy.RESERVE.withPassing(true));
    }

    private static BudgetLevel lasting(String value) {
        return new BudgetLevel(new BudgetKey("b", value), BudgetWindow.NONE, ONE_DOLLAR, BudgetPolicy.RESERVE);
    }

    private static BudgetLevel daily(String value) {
        BudgetWindow day = BudgetWindow.of(BudgetWindow.Kind.DAY, ZoneId.of("UTC"));
        return new BudgetLevel(new BudgetKey("b", value), day, ONE_DOLLAR, BudgetPolicy.RESERVE);
    }
}
