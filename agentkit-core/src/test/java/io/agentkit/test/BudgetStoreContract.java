package io.agentkit.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.money.Money;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetHold;
import io.agentkit.store.BudgetKey;
import io.agentkit.store.BudgetLevel;
import io.agentkit.store.BudgetLevels;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.BudgetNeed;
import io.agentkit.store.BudgetPolicy;
import io.agentkit.store.BudgetRefusal;
import io.agentkit.store.BudgetState;
import io.agentkit.store.BudgetStore;
import io.agentkit.store.BudgetThreshold;
import io.agentkit.store.BudgetWindow;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every store of budgets has to do. A test of an implementation extends it and makes the store.
 */
public abstract class BudgetStoreContract {

    private static final int THREADS = 8;

    /** Moved by the tests; the store has to go by it. */
    protected final FakeTime time = new FakeTime(Instant.parse("2026-03-28T12:00:00Z"));

    private BudgetStore store;

    /** A new, empty store that goes by the time. */
    protected abstract BudgetStore createStore(FakeTime clock);

    @BeforeEach
    void createTheStore() {
        store = createStore(time);
    }

    @Test // BU-04, BU-05
    void replacesAReservationByWhatWasUsed() {
        BudgetHold hold = hold(need("0.60", 100), level("b", "acme", usd("1")));

        assertThat(store.reserve(hold)).isNull();
        assertState("b", "acme", spent("0", 0, 0), spent("0.60", 100, 1));

        settle(hold, spent("0.25", 40, 1));
        assertState("b", "acme", spent("0.25", 40, 1), BudgetAmounts.NONE);
    }

    @Test // TC-451
    void givesBackAllOfWhatWasNotUsed() {
        BudgetHold hold = hold(need("1", 100), level("b", "acme", usd("1")));
        store.reserve(hold);

        store.settle(hold, Money.ZERO, 0, 0);

        assertThat(store.reserve(hold(need("1", 100), level("b", "acme", usd("1")))))
                .isNull();
    }

    @Test // BU-01
    void refusesWhatDoesNotFitBesideWhatIsReserved() {
        store.reserve(hold(need("0.60", 1), level("b", "acme", usd("1"))));

        BudgetRefusal refusal = store.reserve(hold(need("0.41", 1), level("b", "acme", usd("1"))));

        assertThat(refusal).isNotNull();
        assertThat(refusal.reason()).isEqualTo(BudgetRefusal.Reason.USD);
        assertThat(refusal.state().reserved().usd()).isEqualTo(Money.usd("0.60"));
        assertThat(store.reserve(hold(need("0.40", 1), level("b", "acme", usd("1")))))
                .isNull();
    }

    @Test
    void reservesInAllBudgetsOrInNone() {
        BudgetLevel roomy = level("roomy", "all", usd("100"));
        BudgetLevel tight = level("tight", "acme", usd("0.10"));

        BudgetRefusal refusal = store.reserve(hold(need("1", 10), roomy, tight));

        assertThat(refusal).isNotNull();
        assertThat(refusal.level()).isEqualTo(tight);
        assertState("roomy", "all", BudgetAmounts.NONE, BudgetAmounts.NONE);
        assertThat(refusals("roomy", "all")).isZero();
        assertThat(refusals("tight", "acme")).isEqualTo(1);
    }

    @Test // TC-044
    void booksInAllBudgetsAlsoWhatGoesOverTheLimitOfOne() {
        BudgetLevel first = level("first", "x", usd("0.10"));
        BudgetLevel second = level("second", "x", usd("9"));
        BudgetHold hold = hold(need("0.10", 1), first, second);
        store.reserve(hold);

        settle(hold, spent("0.12", 5, 1));

        assertState("first", "x", spent("0.12", 5, 1), BudgetAmounts.NONE);
        assertState("second", "x", spent("0.12", 5, 1), BudgetAmounts.NONE);
    }

    @Test
    void keepsKeysApart() {
        BudgetHold hold = hold(need("1", 1), level("b", "acme", usd("1")));
        store.reserve(hold);
        settle(hold, spent("1", 1, 1));

        assertThat(store.reserve(hold(need("1", 1), level("b", "acme", usd("1")))))
                .isNotNull();
        assertThat(store.reserve(hold(need("1", 1), level("b", "globex", usd("1")))))
                .isNull();
    }

    @Test // TC-550, TC-551
    void limitsTokensAndCalls() {
        BudgetLevel tokens = level("tokens", "x", new BudgetLimits(null, 100L, null));
        BudgetLevel calls = level("calls", "x", new BudgetLimits(null, null, 1L));

        assertThat(store.reserve(hold(need("0", 60), tokens))).isNull();
        assertThat(reasonOf(hold(need("0", 41), tokens))).isEqualTo(BudgetRefusal.Reason.TOKENS);
        assertThat(store.reserve(hold(BudgetNeed.CALL, calls))).isNull();
        assertThat(reasonOf(hold(BudgetNeed.CALL, calls))).isEqualTo(BudgetRefusal.Reason.CALLS);
    }

    @Test
    void letsNothingPaidThroughALimitOfZero() {
        assertThat(reasonOf(hold(assumed("1", 10, "0.000001", 1), level("usd", "x", usd("0")))))
                .isEqualTo(BudgetRefusal.Reason.USD);
        assertThat(reasonOf(hold(need("0", 1), level("tokens", "x", new BudgetLimits(null, 0L, null)))))
                .isEqualTo(BudgetRefusal.Reason.TOKENS);
        assertThat(reasonOf(hold(BudgetNeed.CALL, level("calls", "x", new BudgetLimits(null, null, 0L)))))
                .isEqualTo(BudgetRefusal.Reason.CALLS);
    }

    @Test // CO-16
    void letsWhatCostsNothingThroughAnExhaustedBudgetOfMoney() {
        assertThat(store.reserve(hold(need("0", 500), level("b", "x", usd("0")))))
                .isNull();
    }

    @Test // CO-13
    void refusesAnUnknownPriceWhereMoneyIsLimitedUnlessItMayPass() {
        BudgetNeed unknown = new BudgetNeed(null, 10, Money.ZERO, 10);
        BudgetLevel lenient = new BudgetLevel(
                key("lenient", "x"), BudgetWindow.NONE, usd("0"), BudgetPolicy.RESERVE.withUnpricedPasses(true));

        assertThat(reasonOf(hold(unknown, level("b", "x", usd("100"))))).isEqualTo(BudgetRefusal.Reason.UNKNOWN_PRICE);
        assertThat(store.reserve(hold(unknown, lenient))).isNull();
        assertThat(store.reserve(hold(unknown, level("calls", "x", new BudgetLimits(null, null, 5L)))))
                .isNull();
    }

    @Test
    void givesAllItHasToAnAssumptionThatIsTooLargeForAnUntouchedBudget() {
        BudgetHold hold =
                hold(assumed("5", 5_000, "0.20", 20), level("b", "x", new BudgetLimits(Money.usd(1), 90L, null)));

        assertThat(store.reserve(hold)).isNull();
        assertState("b", "x", BudgetAmounts.NONE, spent("1", 90, 1));
        assertThat(reasonOf(hold(assumed("5", 5_000, "0.20", 20), level("b", "x", usd("1")))))
                .isEqualTo(BudgetRefusal.Reason.USD);
    }

    @Test
    void refusesWhatIsCertainlyTooMuchForAnUntouchedBudget() {
        assertThat(reasonOf(hold(assumed("5", 5_000, "1.01", 20), level("b", "x", usd("1")))))
                .isEqualTo(BudgetRefusal.Reason.USD);
    }

    @Test // TC-435
    void onlyAsksForSomethingToBeLeftWhereNothingIsReserved() {
        BudgetLevel checked = new BudgetLevel(key("b", "x"), BudgetWindow.NONE, usd("1"), BudgetPolicy.CHECK);
        BudgetHold hold = hold(need("7", 700), checked);

        assertThat(store.reserve(hold)).isNull();
        assertState("b", "x", BudgetAmounts.NONE, spent("0", 0, 1));
        settle(hold, spent("7", 700, 1));
        assertThat(reasonOf(hold(need("0.01", 1), checked))).isEqualTo(BudgetRefusal.Reason.USD);
    }

    @Test // TC-429
    void countsCallsUnderWayAlsoWhereNothingElseIsReserved() {
        BudgetLimits one = new BudgetLimits(null, null, 1L);
        BudgetLevel checked = new BudgetLevel(key("b", "x"), BudgetWindow.NONE, one, BudgetPolicy.CHECK);

        assertThat(store.reserve(hold(BudgetNeed.CALL, checked))).isNull();
        assertThat(reasonOf(hold(BudgetNeed.CALL, checked))).isEqualTo(BudgetRefusal.Reason.CALLS);
    }

    @Test
    void booksADifferenceThatComesLater() {
        BudgetHold hold = hold(need("1", 100), level("b", "x", usd("1")));
        store.reserve(hold);
        settle(hold, spent("0.30", 30, 1));

        correct(hold, spent("-0.10", -10, 0));

        assertState("b", "x", spent("0.20", 20, 1), BudgetAmounts.NONE);
    }

    @Test // BU-08, BU-11
    void startsAnewAtTheZonesMidnightAlsoWhenTheDayIsShorter() {
        BudgetLevel daily = daily("b", "x", usd("1"));
        use(daily, "1");
        assertThat(stateOf("b", "x").windowEnd()).isEqualTo(Instant.parse("2026-03-28T23:00:00Z"));

        time.advance(Duration.ofHours(11));
        use(daily, "1");

        BudgetState next = stateOf("b", "x");
        assertThat(next.spent()).isEqualTo(spent("1", 1, 1));
        assertThat(next.windowStart()).isEqualTo(Instant.parse("2026-03-28T23:00:00Z"));
        assertThat(next.windowEnd()).isEqualTo(Instant.parse("2026-03-29T22:00:00Z"));
    }

    @Test
    void settlesInTheWindowThatReserved() {
        BudgetLevel daily = daily("b", "x", usd("1"));
        BudgetHold yesterday = hold(need("0.90", 9), daily);
        store.reserve(yesterday);
        time.advance(Duration.ofDays(1));
        use(daily, "0.40");

        settle(yesterday, spent("0.90", 9, 1));
        correct(yesterday, spent("0.05", 1, 0));

        assertState("b", "x", spent("0.40", 1, 1), BudgetAmounts.NONE);
    }

    @Test // BU-10
    void neverStartsAnewWithoutAWindow() {
        use(level("b", "x", usd("1")), "1");

        time.advance(Duration.ofDays(4_000));

        assertThat(reasonOf(hold(need("1", 1), level("b", "x", usd("1"))))).isEqualTo(BudgetRefusal.Reason.USD);
        assertThat(stateOf("b", "x").windowEnd()).isNull();
    }

    @Test
    void forgetsWhatWasUsedOnResetAndKeepsWhatIsUnderWay() {
        use(level("b", "x", usd("1")), "0.80");
        BudgetHold underWay = hold(need("0.20", 2), level("b", "x", usd("1")));
        store.reserve(underWay);
        store.reserve(hold(need("0.20", 2), level("b", "x", usd("1"))));

        store.reset(key("b", "x"));

        assertState("b", "x", BudgetAmounts.NONE, spent("0.20", 2, 1));
        assertThat(refusals("b", "x")).isZero();
        settle(underWay, spent("0.20", 2, 1));
        assertState("b", "x", spent("0.20", 2, 1), BudgetAmounts.NONE);
    }

    @Test
    void givesNothingBackThatAResetHasForgotten() {
        BudgetHold before = hold(need("0.80", 80), level("b", "x", usd("1")));
        store.reserve(before);
        settle(before, spent("0.80", 80, 1));
        store.reset(key("b", "x"));
        use(level("b", "x", usd("1")), "0.30");

        correct(before, spent("-0.70", -70, 0));

        assertState("b", "x", spent("0.30", 1, 1), BudgetAmounts.NONE);
    }

    @Test
    void booksACountOutOfProportionInAllBudgets() {
        BudgetLevel first = new BudgetLevel(
                key("first", "x"),
                BudgetWindow.NONE,
                new BudgetLimits(null, 100L, null),
                BudgetPolicy.RESERVE.withThresholds(List.of(50, 100)));
        BudgetHold hold = hold(need("0", 1), first, level("second", "x", usd("1")));
        store.reserve(hold);

        assertThat(settle(hold, spent("0.5", Long.MAX_VALUE, 1)))
                .extracting(BudgetThreshold::percent)
                .containsExactly(100);

        assertState("first", "x", spent("0.5", Long.MAX_VALUE, 1), BudgetAmounts.NONE);
        assertState("second", "x", spent("0.5", Long.MAX_VALUE, 1), BudgetAmounts.NONE);
    }

    @Test
    void forgetsACountOutOfProportionOnceItLeavesARollingWindow() {
        BudgetLevel rolling = new BudgetLevel(
                key("b", "x"),
                BudgetWindow.rolling(Duration.ofHours(1)),
                new BudgetLimits(null, Long.MAX_VALUE, null),
                BudgetPolicy.RESERVE);
        BudgetHold first = hold(need("0", 1), rolling);
        BudgetHold second = hold(need("0", 1), rolling);
        store.reserve(first);
        store.reserve(second);
        settle(first, spent("0", 1_000, 1));
        time.advance(Duration.ofMinutes(30));
        settle(second, spent("0", Long.MAX_VALUE, 1));

        time.advance(Duration.ofHours(2));

        assertState("b", "x", BudgetAmounts.NONE, BudgetAmounts.NONE);
    }

    @Test
    void resetsAllKeysOfOneBudgetOnly() {
        use(level("b", "x", usd("1")), "0.80");
        use(level("b", "y", usd("1")), "0.80");
        use(level("c", "x", usd("1")), "0.80");

        store.resetAll("b");

        assertThat(stateOf("b", "x").spent()).isEqualTo(BudgetAmounts.NONE);
        assertThat(stateOf("b", "y").spent()).isEqualTo(BudgetAmounts.NONE);
        assertThat(stateOf("c", "x").spent()).isEqualTo(spent("0.80", 1, 1));
    }

    @Test
    void givesPagesOfKeysInOrder() {
        for (String value : List.of("d", "a", "c", "b")) {
            use(level("b", value, usd("1")), "0.1");
        }
        use(level("other", "a", usd("1")), "0.1");

        assertThat(store.page("b", null, 3))
                .extracting(state -> state.key().value())
                .containsExactly("a", "b", "c");
        assertThat(store.page("b", "c", 3))
                .extracting(state -> state.key().value())
                .containsExactly("d");
        assertThat(store.count("b")).isEqualTo(4);
        assertThat(store.find(key("b", "zebra"))).isNull();
    }

    @Test
    void givesTheKeysFirstThatHaveUsedMost() {
        BudgetLimits limits = usd("1");
        use(level("b", "a", limits), "0.1");
        use(level("b", "d", limits), "0.3");
        use(level("b", "c", limits), "0.3");
        use(level("b", "e", limits), "0.9");
        use(level("other", "a", limits), "0.9");

        assertThat(store.fullest("b", limits, 3))
                .extracting(state -> state.key().value())
                .containsExactly("e", "c", "d");
        assertThat(store.fullest("b", limits, 10)).hasSize(4);
        assertThat(store.fullest("none", limits, 10)).isEmpty();
    }

    @Test // TC-437, BU-02, TC-344
    void losesNothingAndNeverGoesOverWhenManyUseItAtOnce() throws InterruptedException {
        BudgetLevel run = level("run", "1", new BudgetLimits(Money.usd("0.5"), null, 400L));
        BudgetLevel tenant = level("tenant", "acme", usd("100"));
        AtomicInteger passed = new AtomicInteger();

        concurrently(() -> {
            for (int i = 0; i < 100; i++) {
                BudgetHold hold = hold(need("0.002", 20), run, tenant);
                if (store.reserve(hold) == null) {
                    passed.incrementAndGet();
                    settle(hold, spent("0.002", 20, 1));
                }
            }
        });

        assertThat(passed).hasValue(250);
        assertState("run", "1", spent("0.5", 5_000, 250), BudgetAmounts.NONE);
        assertState("tenant", "acme", spent("0.5", 5_000, 250), BudgetAmounts.NONE);
        assertThat(refusals("run", "1")).isEqualTo(THREADS * 100 - 250L);
    }

    @Test // TC-440, TC-441, TC-442, TC-043
    void letsARollingWindowForgetWhatWasUsedLongAgoAndNothingEarlier() {
        BudgetLevel rolling = new BudgetLevel(
                key("b", "x"),
                BudgetWindow.rolling(Duration.ofMinutes(1)),
                new BudgetLimits(Money.usd(1), null, 3L),
                BudgetPolicy.RESERVE);
        use(rolling, "0.50");
        time.advance(Duration.ofSeconds(30));
        use(rolling, "0.40");

        assertThat(reasonOf(hold(need("0.20", 1), rolling))).isEqualTo(BudgetRefusal.Reason.USD);
        time.advance(Duration.ofSeconds(29));
        assertThat(reasonOf(hold(need("0.20", 1), rolling))).isEqualTo(BudgetRefusal.Reason.USD);
        time.advance(Duration.ofSeconds(2));
        use(rolling, "0.20");

        assertState("b", "x", spent("0.60", 2, 2), BudgetAmounts.NONE);
        use(rolling, "0.10");
        assertThat(reasonOf(hold(need("0.01", 1), rolling))).isEqualTo(BudgetRefusal.Reason.CALLS);
        time.advance(Duration.ofSeconds(62));
        assertState("b", "x", BudgetAmounts.NONE, BudgetAmounts.NONE);
    }

    @Test
    void letsACorrectionLeaveARollingWindowTogetherWithWhatItCorrects() {
        BudgetLevel rolling = new BudgetLevel(
                key("b", "x"), BudgetWindow.rolling(Duration.ofMinutes(1)), usd("1"), BudgetPolicy.RESERVE);
        BudgetHold hold = hold(need("1", 10), rolling);
        store.reserve(hold);
        settle(hold, spent("1", 10, 1));
        time.advance(Duration.ofSeconds(30));
        correct(hold, spent("-0.90", -9, 0));
        assertState("b", "x", spent("0.10", 1, 1), BudgetAmounts.NONE);

        time.advance(Duration.ofSeconds(32));

        assertState("b", "x", BudgetAmounts.NONE, BudgetAmounts.NONE);
        correct(hold, spent("-0.05", -1, 0));
        assertState("b", "x", BudgetAmounts.NONE, BudgetAmounts.NONE);
        assertThat(reasonOf(hold(need("1.01", 1), rolling))).isEqualTo(BudgetRefusal.Reason.USD);
    }

    @Test // BU-09
    void beginsWindowsWithTheCalendarAndNotWithTheFirstUse() {
        BudgetLevel hourly = calendar("b", "x", BudgetWindow.Kind.HOUR, usd("1"));
        time.advance(Duration.ofMinutes(50));
        use(hourly, "1");
        assertThat(stateOf("b", "x").windowStart()).isEqualTo(Instant.parse("2026-03-28T12:00:00Z"));
        assertThat(stateOf("b", "x").windowEnd()).isEqualTo(Instant.parse("2026-03-28T13:00:00Z"));

        time.advance(Duration.ofMinutes(10));

        use(hourly, "1");
        assertThat(stateOf("b", "x").windowStart()).isEqualTo(Instant.parse("2026-03-28T13:00:00Z"));
    }

    @Test // BU-11
    void catchesUpOnAllWindowsThatWereMissed() {
        BudgetLevel monthly = calendar("b", "x", BudgetWindow.Kind.MONTH, usd("1"));
        use(monthly, "1");

        time.advance(Duration.ofDays(400));

        use(monthly, "1");
        assertThat(stateOf("b", "x").windowStart()).isEqualTo(Instant.parse("2027-04-30T22:00:00Z"));
        assertState("b", "x", spent("1", 1, 1), BudgetAmounts.NONE);
    }

    @Test // BU-07
    void givesBackWhatAHolderThatIsGoneHasReservedWhenItsLeaseIsOver() {
        Duration lease = Duration.ofMinutes(5);
        BudgetLevel leased =
                new BudgetLevel(key("b", "x"), BudgetWindow.NONE, usd("1"), BudgetPolicy.RESERVE.withLease(lease));
        BudgetHold gone = hold(need("0.90", 9), leased);
        store.reserve(gone);
        assertThat(reasonOf(hold(need("0.20", 2), leased))).isEqualTo(BudgetRefusal.Reason.USD);

        time.advance(lease.minusSeconds(1));
        assertThat(reasonOf(hold(need("0.20", 2), leased))).isEqualTo(BudgetRefusal.Reason.USD);
        // A store may need a look at the clock to begin a lease period and one to end it.
        for (int i = 0; i < 2; i++) {
            time.advance(lease);
            store.find(key("b", "x"));
        }

        assertThat(store.reserve(hold(need("0.20", 2), leased))).isNull();
        assertState("b", "x", BudgetAmounts.NONE, spent("0.20", 2, 1));
    }

    @Test // BU-07
    void chargesASettlementThatComesAfterTheLeaseAndGivesNothingBackTwice() {
        Duration lease = Duration.ofMinutes(5);
        BudgetLevel leased =
                new BudgetLevel(key("b", "x"), BudgetWindow.NONE, usd("1"), BudgetPolicy.RESERVE.withLease(lease));
        BudgetHold slow = hold(need("0.50", 5), leased);
        store.reserve(slow);
        for (int i = 0; i < 3; i++) {
            time.advance(lease);
            store.find(key("b", "x"));
        }
        BudgetHold other = hold(need("0.30", 3), leased);
        store.reserve(other);

        settle(slow, spent("0.50", 5, 1));

        assertState("b", "x", spent("0.50", 5, 1), spent("0.30", 3, 1));
        settle(other, spent("0.10", 1, 1));
        assertState("b", "x", spent("0.60", 6, 2), BudgetAmounts.NONE);
    }

    @Test
    void settlesInTheLeasePeriodAfterTheOneThatReserved() {
        Duration lease = Duration.ofMinutes(5);
        BudgetLevel leased =
                new BudgetLevel(key("b", "x"), BudgetWindow.NONE, usd("1"), BudgetPolicy.RESERVE.withLease(lease));
        BudgetHold slow = hold(need("0.50", 5), leased);
        store.reserve(slow);
        time.advance(lease);
        store.find(key("b", "x"));
        store.reserve(hold(need("0.30", 3), leased));

        settle(slow, spent("0.20", 2, 1));

        assertState("b", "x", spent("0.20", 2, 1), spent("0.30", 3, 1));
        time.advance(lease);
        store.find(key("b", "x"));
        time.advance(lease);
        assertState("b", "x", spent("0.20", 2, 1), BudgetAmounts.NONE);
    }

    @Test
    void tellsOfEachThresholdOnceInAWindow() {
        BudgetLevel level = new BudgetLevel(
                key("b", "x"),
                BudgetWindow.of(BudgetWindow.Kind.DAY, ZoneId.of("UTC")),
                new BudgetLimits(Money.usd(1), 1_000L, null),
                BudgetPolicy.RESERVE.withThresholds(List.of(50, 80, 100)));

        assertThat(crossed(level, "0.49", 1)).isEmpty();
        assertThat(crossed(level, "0.01", 1)).containsExactly(50);
        assertThat(crossed(level, "0.01", 1)).isEmpty();
        assertThat(crossed(level, "0.01", 797)).containsExactly(80);
        assertThat(crossed(level, "0.48", 1)).containsExactly(100);
        time.advance(Duration.ofDays(1));
        assertThat(crossed(level, "0.85", 1)).containsExactly(80);
        store.reset(key("b", "x"));
        assertThat(crossed(level, "0.55", 1)).containsExactly(50);
    }

    @Test
    void tellsOfAThresholdAgainOnceLessIsUsedInAWindowThatMoves() {
        BudgetLevel level = new BudgetLevel(
                key("b", "x"),
                BudgetWindow.rolling(Duration.ofHours(1)),
                usd("1"),
                BudgetPolicy.RESERVE.withThresholds(List.of(50, 80)));

        assertThat(crossed(level, "0.60", 1)).containsExactly(50);
        time.advance(Duration.ofMinutes(50));
        assertThat(crossed(level, "0.25", 1)).containsExactly(80);
        time.advance(Duration.ofMinutes(20));
        assertThat(crossed(level, "0.20", 1)).isEmpty();
        assertThat(crossed(level, "0.10", 1)).containsExactly(50);
        assertThat(crossed(level, "0.25", 1)).containsExactly(80);
    }

    @Test
    void tellsOfThresholdsThatALaterCorrectionReaches() {
        BudgetLevel level = new BudgetLevel(
                key("b", "x"), BudgetWindow.NONE, usd("1"), BudgetPolicy.RESERVE.withThresholds(List.of(50)));
        BudgetHold hold = hold(need("0.40", 1), level);
        store.reserve(hold);
        settle(hold, spent("0.40", 1, 1));

        assertThat(correct(hold, spent("0.10", 1, 0)))
                .singleElement()
                .satisfies(reached -> assertThat(reached.state().spent()).isEqualTo(spent("0.50", 2, 1)));
    }

    @Test
    void keepsWindowsThatAreOverWithWhatIsSettledInThemLater() {
        BudgetLevel daily = daily("b", "x", usd("1"));
        use(daily, "0.30");
        assertThat(reasonOf(hold(need("5", 1), daily))).isEqualTo(BudgetRefusal.Reason.USD);
        BudgetHold overnight = hold(need("0.20", 2), daily);
        store.reserve(overnight);
        time.advance(Duration.ofDays(1));
        use(daily, "0.60");

        settle(overnight, spent("0.10", 1, 1));

        assertThat(store.history(key("b", "x"), 10)).singleElement().satisfies(past -> {
            assertThat(past.windowEnd()).isEqualTo(Instant.parse("2026-03-28T23:00:00Z"));
            assertThat(past.spent()).isEqualTo(spent("0.40", 2, 2));
            assertThat(past.refusals()).isEqualTo(1);
        });
        time.advance(Duration.ofDays(1));
        assertThat(store.history(key("b", "x"), 10)).hasSize(2);
        assertThat(store.history(key("b", "x"), 1))
                .singleElement()
                .satisfies(past -> assertThat(past.spent()).isEqualTo(spent("0.60", 1, 1)));
        assertThat(store.history(key("b", "y"), 10)).isEmpty();
    }

    @Test
    void cutsAnAnswerToWhatAllBudgetsHaveForIt() {
        BudgetLevel money = level("money", "x", usd("1"));
        BudgetLevel tokens = level("tokens", "x", new BudgetLimits(null, 500L, null));
        BudgetHold hold = hold(answer("0.20", 20, 1_000, 10, "0.001"), money, tokens);

        assertThat(store.reserve(hold)).isNull();

        assertThat(hold.need().output()).isEqualTo(new BudgetNeed.Output(480, 10, Money.usd("0.001")));
        assertState("money", "x", BudgetAmounts.NONE, spent("0.68", 500, 1));
        assertState("tokens", "x", BudgetAmounts.NONE, spent("0.68", 500, 1));
        assertThat(reasonOf(hold(answer("0.30", 0, 1_000, 21, "0.001"), money))).isEqualTo(BudgetRefusal.Reason.USD);
        assertThat(store.reserve(hold(answer("0.30", 0, 1_000, 20, "0.001"), money)))
                .isNull();
        assertState("money", "x", BudgetAmounts.NONE, spent("1", 520, 2));
    }

    @Test
    void givesAnAnswerAlsoWhatALeaseThatIsOverLeaves() {
        BudgetLevel leased = new BudgetLevel(
                key("b", "x"), BudgetWindow.NONE, usd("1"), BudgetPolicy.RESERVE.withLease(Duration.ofMinutes(1)));
        store.reserve(hold(need("0.90", 9), leased));
        time.advance(Duration.ofMinutes(1));
        store.find(key("b", "x"));
        time.advance(Duration.ofMinutes(1));
        BudgetHold hold = hold(answer("0.10", 10, 400, 16, "0.001"), leased);

        assertThat(store.reserve(hold)).isNull();

        assertThat(hold.need().output()).isEqualTo(new BudgetNeed.Output(400, 16, Money.usd("0.001")));
    }

    @Test // BU-15
    void namesTheBudgetThatHasNotEnoughForTheShortestAnswer() {
        BudgetLevel roomy = level("roomy", "x", usd("1"));
        BudgetLevel tight = level("tight", "x", usd("0.05"));

        BudgetRefusal refusal = store.reserve(hold(answer("0.04", 20, 1_000, 20, "0.001"), roomy, tight));

        assertThat(refusal).isNotNull();
        assertThat(refusal.level()).isEqualTo(tight);
        assertState("roomy", "x", BudgetAmounts.NONE, BudgetAmounts.NONE);
    }

    @Test
    void letsEverythingThroughWhereItOnlyCounts() {
        BudgetLevel lenient =
                new BudgetLevel(key("b", "x"), BudgetWindow.NONE, usd("0.10"), BudgetPolicy.RESERVE.withLenient(true));

        use(lenient, "0.50");
        use(lenient, "0.50");

        assertState("b", "x", spent("1", 2, 2), BudgetAmounts.NONE);
        assertThat(refusals("b", "x")).isZero();
    }

    @Test
    void goesByTheLimitsOfTheRequestThatComes() {
        use(level("b", "x", usd("1")), "0.80");

        assertThat(reasonOf(hold(need("0.10", 1), level("b", "x", usd("0.85")))))
                .isEqualTo(BudgetRefusal.Reason.USD);
        assertThat(store.reserve(hold(need("0.10", 1), level("b", "x", usd("2")))))
                .isNull();
    }

    private List<Integer> crossed(BudgetLevel level, String usd, long tokens) {
        BudgetHold hold = hold(need(usd, tokens), level);
        assertThat(store.reserve(hold)).isNull();
        return settle(hold, spent(usd, tokens, 1)).stream()
                .map(BudgetThreshold::percent)
                .toList();
    }

    private static BudgetNeed answer(String prompt, long promptTokens, long output, long least, String each) {
        Money usd = Money.usd(prompt).plus(Money.usd(each).times(output));
        return BudgetNeed.cuttable(usd, promptTokens + output, new BudgetNeed.Output(output, least, Money.usd(each)));
    }

    private static BudgetLevel calendar(String budget, String value, BudgetWindow.Kind kind, BudgetLimits limits) {
        return new BudgetLevel(
                key(budget, value), BudgetWindow.of(kind, ZoneId.of("Europe/Berlin")), limits, BudgetPolicy.RESERVE);
    }

    private static void concurrently(Runnable work) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
                work.run();
            });
            threads[i].start();
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void use(BudgetLevel level, String usd) {
        BudgetHold hold = hold(need(usd, 1), level);
        assertThat(store.reserve(hold)).isNull();
        settle(hold, spent(usd, 1, 1));
    }

    private BudgetRefusal.@Nullable Reason reasonOf(BudgetHold hold) {
        BudgetRefusal refusal = store.reserve(hold);
        return refusal == null ? null : refusal.reason();
    }

    private BudgetState stateOf(String budget, String value) {
        BudgetState state = store.find(key(budget, value));
        assertThat(state).isNotNull();
        return state;
    }

    private long refusals(String budget, String value) {
        BudgetState state = store.find(key(budget, value));
        return state == null ? 0 : state.refusals();
    }

    private void assertState(String budget, String value, BudgetAmounts spent, BudgetAmounts reserved) {
        BudgetState state = store.find(key(budget, value));
        assertThat(state == null ? BudgetAmounts.NONE : state.spent()).isEqualTo(spent);
        assertThat(state == null ? BudgetAmounts.NONE : state.reserved()).isEqualTo(reserved);
    }

    private BudgetHold hold(BudgetNeed need, BudgetLevel... levels) {
        BudgetHold hold = store.hold(new BudgetLevels(List.of(levels)));
        hold.need(need);
        return hold;
    }

    private List<BudgetThreshold> settle(BudgetHold hold, BudgetAmounts used) {
        return store.settle(hold, used.usd(), used.tokens(), used.calls());
    }

    private List<BudgetThreshold> correct(BudgetHold hold, BudgetAmounts difference) {
        return store.correct(hold, difference.usd(), difference.tokens(), difference.calls());
    }

    private static BudgetNeed need(String usd, long tokens) {
        return BudgetNeed.of(Money.usd(usd), tokens);
    }

    private static BudgetNeed assumed(String usd, long tokens, String leastUsd, long leastTokens) {
        return new BudgetNeed(Money.usd(usd), tokens, Money.usd(leastUsd), leastTokens);
    }

    private static BudgetAmounts spent(String usd, long tokens, long calls) {
        return new BudgetAmounts(Money.usd(usd), tokens, calls);
    }

    private static BudgetLimits usd(String limit) {
        return new BudgetLimits(Money.usd(limit), null, null);
    }

    private static BudgetKey key(String budget, String value) {
        return new BudgetKey(budget, value);
    }

    private static BudgetLevel level(String budget, String value, BudgetLimits limits) {
        return new BudgetLevel(key(budget, value), BudgetWindow.NONE, limits, BudgetPolicy.RESERVE);
    }

    private static BudgetLevel daily(String budget, String value, BudgetLimits limits) {
        BudgetWindow window = BudgetWindow.of(BudgetWindow.Kind.DAY, ZoneId.of("Europe/Berlin"));
        return new BudgetLevel(key(budget, value), window, limits, BudgetPolicy.RESERVE);
    }
}
