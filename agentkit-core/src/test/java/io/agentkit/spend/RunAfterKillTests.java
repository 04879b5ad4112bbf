package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.Run;
import io.agentkit.RunTotals;
import io.agentkit.money.Money;
import io.agentkit.store.FileRunLedger;
import io.agentkit.store.RunSync;
import io.agentkit.test.ChainHarness;
import io.agentkit.time.Time;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process of its own is killed in the middle of its work, and another goes on. */
class RunAfterKillTests {

    private static final int ASKED_BEFORE = 200;

    @TempDir
    private Path directory;

    @Test // TC-554
    void goesOnWithAllThatAProcessHadUsedBeforeItWasKilled() throws Exception {
        Path file = directory.resolve("runs");
        long asked = killedAfter(ASKED_BEFORE, file);

        try (FileRunLedger ledger = new FileRunLedger(file, RunSync.NEVER, Duration.ofDays(1), Time.system())) {
            RunTotals totals = ledger.find(RunsUntilKilled.RUN);
            assertThat(totals.spend().requests()).isGreaterThanOrEqualTo(asked);
            assertThat(totals.spend().usd())
                    .isEqualTo(Money.usd("0.01").times(totals.spend().requests()));
            // One may have been under way: its turn is taken before it is sent.
            assertThat(totals.turns() - totals.spend().requests()).isBetween(0L, 1L);

            ChainHarness harness = ChainHarness.create().pricing(Priced.PRICES);
            harness.environment(harness.environment().withRuns(ledger));
            int one = (int) totals.turns() + 1;
            harness.add("meter", MeterSpec.defaults().withMaxTurns(one).chatMiddleware(harness.resources()));
            harness.model.reply(Priced.reply(1));
            try (Run run = Run.open(harness.environment(), spec -> spec.id(RunsUntilKilled.RUN))) {
                harness.chat("one more");
                assertThatExceptionOfType(AgentKitException.class)
                        .isThrownBy(() -> harness.chat("and another"))
                        .satisfies(refusal -> assertThat(refusal.kind()).isEqualTo(ErrorKind.MAX_TURNS));
                assertThat(run.spend().requests()).isEqualTo(totals.spend().requests() + 1);
            }
        }
    }

    /** What the process said last before it was killed. */
    private static long killedAfter(int requests, Path file) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        RunsUntilKilled.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            long last = 0;
            while (last < requests) {
                String line = said.readLine();
                if (line == null) {
                    throw new AssertionError("The process ended after " + last + " requests");
                }
                last = Long.parseLong(line);
            }
            return last;
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
