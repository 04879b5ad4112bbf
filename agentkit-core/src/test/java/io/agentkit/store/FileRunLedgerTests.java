package io.agentkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.RunSpend;
import io.agentkit.RunTotals;
import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import io.agentkit.money.Money;
import io.agentkit.test.FakeTime;
import io.agentkit.test.RunLedgerContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileRunLedgerTests extends RunLedgerContract {

    private final List<FileRunLedger> open = new ArrayList<>();

    private final FakeTime time = new FakeTime();

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        open.forEach(FileRunLedger::close);
    }

    private Path file() {
        return directory.resolve("deeper").resolve("runs");
    }

    @Override
    protected FileRunLedger ledger() {
        return ledger(RunSync.SECOND, 1 << 20);
    }

    private FileRunLedger ledger(RunSync sync, long small) {
        FileRunLedger ledger = new FileRunLedger(file(), sync, Duration.ofDays(30), time, small);
        open.add(ledger);
        return ledger;
    }

    private RunTotals reopened(String run) {
        open.forEach(FileRunLedger::close);
        return ledger().find(run);
    }

    @Test
    void keepsEverythingOverTheEndOfTheProcess() {
        Usage all = new Usage(1, 2, 3, 4, 5, 6, 7, 8, true)
                .withDetails(new UsageDetails(9, 10, 11, 12, 13, 14, 15, ServiceTier.FLEX));
        RunTotals first = new RunTotals(2, new RunSpend(3, all, Money.usd("0.000000000000000001"), false));
        Usage tiered = Usage.of(5, 5).withDetails(UsageDetails.of(ServiceTier.PRIORITY));
        RunTotals second = new RunTotals(0, new RunSpend(1, tiered, Money.usd(7), true));
        FileRunLedger ledger = ledger();
        ledger.add("job 7\tof \"Jörg\"\n%,", "a,b\t1", first);
        ledger.add("other", "1", second);

        assertThat(reopened("job 7\tof \"Jörg\"\n%,")).isEqualTo(first);
        assertThat(open.get(1).find("other")).isEqualTo(second);
        assertThat(open.get(1).add("job 7\tof \"Jörg\"\n%,", "a,b\t1", first)).isEqualTo(first);
    }

    @Test
    void loosesNoMoreThanTheLineThatWasBeingWritten() throws IOException {
        FileRunLedger ledger = ledger();
        ledger.add("run", "1", RunTotals.turns(1));
        ledger.add("run", "2", RunTotals.turns(1));
        int before = (int) Files.size(file());
        ledger.add("run", "3", RunTotals.turns(1));
        ledger.close();
        byte[] whole = Files.readAllBytes(file());

        for (int length = before; length < whole.length; length++) {
            Files.write(file(), Arrays.copyOf(whole, length));
            FileRunLedger torn = ledger();
            assertThat(torn.find("run")).as("%d bytes", length).isEqualTo(RunTotals.turns(2));
            assertThat(torn.add("run", "3", RunTotals.turns(1))).isEqualTo(RunTotals.turns(3));
            assertThat(reopened("run")).isEqualTo(RunTotals.turns(3));
            open.forEach(FileRunLedger::close);
        }
    }

    @Test
    void startsAnewWhereOnlyAPartOfTheFirstLineWasWritten() throws IOException {
        ledger().close();
        byte[] whole = Files.readAllBytes(file());

        for (int length = 0; length <= whole.length; length++) {
            Files.write(file(), Arrays.copyOf(whole, length));
            ledger().add("run", "1", RunTotals.turns(1));
            assertThat(reopened("run")).isEqualTo(RunTotals.turns(1));
            open.forEach(FileRunLedger::close);
        }
    }

    @Test
    void takesAwayWhatAMachineThatStoppedLeftUnwritten() throws IOException {
        FileRunLedger ledger = ledger(RunSync.NEVER, 1 << 20);
        ledger.add("run", "1", RunTotals.turns(1));
        ledger.close();
        byte[] whole = Files.readAllBytes(file());

        Files.write(file(), Arrays.copyOf(whole, whole.length + 4_096));

        assertThat(reopened("run")).isEqualTo(RunTotals.turns(1));
        assertThat(Files.readAllBytes(file())).isEqualTo(whole);
    }

    @Test
    void refusesAFileThatIsDamagedInTheMiddle() throws IOException {
        FileRunLedger ledger = ledger();
        ledger.add("run", "1", RunTotals.turns(1));
        ledger.add("run", "2", RunTotals.turns(1));
        ledger.close();
        String text = Files.readString(file());
        Files.writeString(file(), text.replaceFirst("\t1\t", "\t2\t"));

        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(this::ledger)
                .withMessageContaining("damaged at byte " + (LedgerCodec.HEADER.length() + 1))
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(ErrorKind.STORE));
    }

    @Test
    void refusesAFileOfAnotherKind() throws IOException {
        Files.createDirectories(file().getParent());
        Files.write(file(), "something else altogether".getBytes(StandardCharsets.UTF_8));

        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(this::ledger)
                .withMessageContaining("not a ledger of runs")
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(ErrorKind.CONFIG));
    }

    @Test
    void letsOneWriterHaveTheFileAtATime() {
        FileRunLedger first = ledger();

        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(this::ledger)
                .withMessageContaining("is in use")
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(ErrorKind.CONFIG));
        first.add("run", "1", RunTotals.turns(1));

        assertThat(reopened("run")).isEqualTo(RunTotals.turns(1));
    }

    @Test
    void saysThatItCannotWriteOnceItIsClosed() {
        FileRunLedger ledger = ledger();
        ledger.close();

        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(() -> ledger.add("run", "1", RunTotals.turns(1)))
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(ErrorKind.STORE));
        assertThat(ledger.find("run")).isNull();
    }

    @Test
    void isWrittenAnewBeforeItGrowsWithoutEnd() throws IOException {
        int small = 4_096;
        FileRunLedger ledger = ledger(RunSync.ALWAYS, small);
        for (int i = 0; i < 1_000; i++) {
            ledger.add("run", "entry " + i, request(1, 1, "0.001"));
        }

        assertThat(Files.size(file())).isLessThan(2 * small);
        assertThat(reopened("run").spend()).isEqualTo(new RunSpend(1_000, Usage.of(1_000, 1_000), Money.usd(1), true));
        assertThat(open.get(1)
                        .add("run", "entry 999", request(1, 1, "0.001"))
                        .spend()
                        .requests())
                .isEqualTo(1_000);
        assertThat(file().resolveSibling("runs.new")).doesNotExist();
    }

    @Test
    void forgetsRunsThatNobodyUsesWhenItIsWrittenAnew() {
        FileRunLedger ledger = ledger(RunSync.NEVER, 1_024);
        ledger.add("old", "1", RunTotals.turns(1));
        time.advance(Duration.ofDays(31));
        for (int i = 0; i < 100; i++) {
            ledger.add("run", "entry " + i, RunTotals.turns(1));
        }

        assertThat(ledger.find("old")).isNull();
        assertThat(ledger.find("run")).isEqualTo(RunTotals.turns(100));
    }

    @Test
    void writesAlsoOnAThreadThatIsInterrupted() {
        FileRunLedger ledger = ledger(RunSync.ALWAYS, 1 << 20);
        Thread.currentThread().interrupt();

        ledger.add("run", "1", RunTotals.turns(1));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(ledger.add("run", "2", RunTotals.turns(1))).isEqualTo(RunTotals.turns(2));
        assertThat(reopened("run")).isEqualTo(RunTotals.turns(2));
    }

    @Test
    void needsATimeToKeepRuns() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FileRunLedger(file(), RunSync.NEVER, Duration.ZERO, time));
    }
}
