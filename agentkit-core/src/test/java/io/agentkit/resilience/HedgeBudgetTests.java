package io.agentkit.resilience;

import static io.agentkit.resilience.Runners.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.chat.Usage;
import io.agentkit.price.PriceBook;
import io.agentkit.price.Rates;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** How often backups are asked at most. */
class HedgeBudgetTests {

    private static final Duration DELAY = Duration.ofSeconds(2);

    private static final HedgeSpec SPEC = HedgeSpec.of(DELAY, "backup");

    private final ChainHarness harness = ChainHarness.create();
    private final Runners models = new Runners(harness);

    @Test
    void asksBackupsForNoMoreThanAShareOfCalls() {
        hedge(SPEC.withMaxExtraRequests(0.05));

        slowCalls(100);

        assertThat(hedges()).isEqualTo(5);
        assertThat(refusals(HedgeRefused.Reason.REQUESTS)).isEqualTo(95);
    }

    @Test
    void limitsNothingWithAsManyAsThereAreBackups() {
        hedge(SPEC.withMaxExtraRequests(1.0));

        slowCalls(100);

        assertThat(hedges()).isEqualTo(100);
    }

    @Test
    void asksOnceAtTheBeginningWhateverTheShare() {
        hedge(SPEC.withMaxExtraRequests(0.01));

        slowCalls(2);

        assertThat(hedges()).isOne();
    }

    @Test
    void asksNoBackupWithAShareOfNothing() {
        hedge(SPEC.withMaxExtraRequests(0.0));

        slowCalls(10);

        assertThat(hedges()).isZero();
    }

    @Test
    void forgetsCallsThatAreLongOver() {
        hedge(SPEC.withMaxExtraRequests(0.05));
        models.answers(FIRST);
        for (int i = 0; i < 10_000; i++) {
            harness.chatHandler().call(Runners.request());
        }

        slowCalls(1_000);

        assertThat(hedges()).isBetween(50L, 150L);
    }

    @Test
    void replacesWhatFailedWithoutTakingItFromTheShare() {
        hedge(SPEC.withMaxExtraRequests(0.0));
        models.fails(FIRST, Failures.of(ErrorKind.NETWORK)).answers("backup");

        assertThat(harness.chatHandler().call(Runners.request()).text()).isEqualTo("backup");
    }

    @Test
    void spendsNoMoreThanAShareOnWhatLoses() {
        harness.pricing(PriceBook.of(Map.of(FIRST, Rates.usd("10", "10"), "backup", Rates.usd("10", "10"))));
        hedge(SPEC.withMaxExtraSpend(0.05));

        slowCalls(100);

        assertThat(hedges()).isBetween(4L, 6L);
        assertThat(refusals(HedgeRefused.Reason.SPEND)).isEqualTo(100 - hedges());
    }

    @Test
    void spendsNothingOnABackupWithoutAPrice() {
        harness.pricing(PriceBook.of(Map.of(FIRST, Rates.usd("10", "10"))));
        hedge(SPEC.withMaxExtraSpend(0.05));

        slowCalls(1);

        assertThat(hedges()).isZero();
        assertThat(refusals(HedgeRefused.Reason.UNKNOWN_PRICE)).isOne();
    }

    private void hedge(HedgeSpec spec) {
        harness.add("hedge", spec.chatMiddleware(harness.resources()));
    }

    /** Each takes longer than the delay, wins all the same, and has its backup billed. */
    private void slowCalls(int count) {
        AtomicReference<CountDownLatch> asked = new AtomicReference<>();
        AtomicReference<CountDownLatch> ended = new AtomicReference<>();
        models.on(FIRST, attempt -> {
            int before = harness.events.of(HedgeRefused.class).size();
            harness.time.advance(DELAY);
            if (harness.events.of(HedgeRefused.class).size() > before) {
                ended.get().countDown();
            } else {
                Runners.await(asked.get());
            }
            return Runners.reply(FIRST);
        });
        models.on("backup", attempt -> {
            asked.get().countDown();
            try {
                Runners.hang(attempt);
                throw new AgentKitException(ErrorKind.UNAVAILABLE, "cut").withUsage(Usage.of(100, 20));
            } finally {
                ended.get().countDown();
            }
        });
        for (int i = 0; i < count; i++) {
            asked.set(new CountDownLatch(1));
            ended.set(new CountDownLatch(1));
            harness.chatHandler().call(Runners.request());
            Runners.await(ended.get());
        }
    }

    private long hedges() {
        return harness.events.of(HedgeLaunched.class).size();
    }

    private long refusals(HedgeRefused.Reason reason) {
        return harness.events.of(HedgeRefused.class).stream()
                .filter(refused -> refused.reason() == reason)
                .count();
    }
}
