package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import org.junit.jupiter.api.Test;

class RecentRunsTests {

    private static final Money CENT = Money.usd("0.01");

    private final RecentRuns runs = new RecentRuns(2);
    private final ChainEnvironment environment = ChainEnvironment.defaults().withRuns(runs);

    /** Not current anywhere. */
    private Run open(String id) {
        return Run.create(null, environment, spec -> spec.id(id));
    }

    private static void spend(Run run) {
        run.add(Usage.of(10, 1), CENT);
    }

    @Test
    void goesOnWhereTheRunOfThatIdStopped() {
        Run run = open("job");
        spend(run);
        run.addTurns(1);

        Run again = open("job");

        assertThat(again.past().turns()).isEqualTo(1);
        assertThat(again.past().spend().usd()).isEqualTo(CENT);
        assertThat(again.spend().usage()).isEqualTo(Usage.of(10, 1));
        assertThat(again.addTurns(1)).isEqualTo(2);
    }

    @Test
    void keepsOneAccountForARunThatIsOpenTwice() {
        Run one = open("job");
        Run other = open("job");
        spend(one);
        spend(other);

        assertThat(one.spend()).isEqualTo(other.spend());
        assertThat(one.spend().requests()).isEqualTo(2);
        assertThat(one.past()).isSameAs(RunTotals.NONE);
    }

    @Test
    void countsOnceWhatARunUsesInsideAnotherOfTheSameId() {
        try (Run outer = Run.open(environment, spec -> spec.id("job"));
                Run inner = Run.open(environment, spec -> spec.id("job"));
                Run innermost = Run.open(environment, spec -> {})) {
            spend(innermost);
            innermost.correct(new Correction(null, true, Usage.of(10, 1), CENT, Usage.of(20, 1), CENT.times(2), null));

            assertThat(outer.spend()).isEqualTo(innermost.spend());
            assertThat(outer.spend().requests()).isEqualTo(1);
            assertThat(outer.spend().usd()).isEqualTo(CENT.times(2));
            assertThat(inner.spend()).isEqualTo(outer.spend());
        }
    }

    @Test
    void knowsARunAgainByAnIdThatWasMadeUp() {
        Run run = Run.create(environment, spec -> {});
        spend(run);
        String id = run.id();
        spend(run);

        assertThat(runs.find(id).spend().requests()).isEqualTo(2);
        assertThat(open(id).spend().usd()).isEqualTo(Money.usd("0.02"));
    }

    @Test
    void doesNotKeepARunWhoseIdNobodyAskedFor() {
        Run kept = open("kept");
        spend(kept);
        for (int i = 0; i < 5; i++) {
            try (Run run = Run.open(environment, spec -> {})) {
                spend(run);
            }
        }

        assertThat(runs.find("kept").spend().usd()).isEqualTo(CENT);
    }

    @Test
    void forgetsTheRunThatWasOpenedOrClosedLongestAgo() {
        Run first = Run.open(environment, spec -> spec.id("first"));
        open("second");
        first.close();
        open("third");

        assertThat(runs.find("second")).isNull();
        assertThat(runs.find("first")).isEqualTo(RunTotals.NONE);
        assertThat(runs.find("third")).isEqualTo(RunTotals.NONE);
    }

    @Test
    void remembersALongRunThatOthersHadPushedOutBeforeItWasClosed() {
        Run run = Run.open(environment, spec -> spec.id("long"));
        spend(run);
        open("second");
        open("third");
        assertThat(runs.find("long")).isNull();

        run.close();

        assertThat(runs.find("long").spend().usd()).isEqualTo(CENT);
    }

    @Test
    void needsRoomForARun() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RecentRuns(0))
                .withMessage("'maxRuns' must be at least 1 (was 0)");
    }
}
