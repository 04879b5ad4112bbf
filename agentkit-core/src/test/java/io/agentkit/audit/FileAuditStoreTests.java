package io.agentkit.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.test.AuditStoreContract;
import io.agentkit.test.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileAuditStoreTests extends AuditStoreContract {

    private static final AuditFilter UNKNOWN = AuditFilter.ALL.withDecision(AuditDecision.UNKNOWN);

    private final FakeTime time = new FakeTime();
    private final FaultyFile disk = new FaultyFile();
    private final List<FileAuditStore> opened = new ArrayList<>();

    @TempDir
    private Path directory;

    private Path path() {
        return directory.resolve("trail").resolve("audit.jsonl");
    }

    private FileAuditStore open(AuditFileSettings settings) {
        FileAuditStore store = new FileAuditStore(path(), settings, time, disk);
        opened.add(store);
        return store;
    }

    private FileAuditStore open() {
        return open(AuditFileSettings.defaults());
    }

    @Override
    protected AuditStore store() {
        return open(AuditFileSettings.defaults().withRotateBytes(16_384));
    }

    @AfterEach
    void close() {
        opened.forEach(FileAuditStore::close);
    }

    private static void outcomes(AuditStore store, int from, int to) {
        IntStream.rangeClosed(from, to).forEach(i -> store.append(outcome(i, AuditDecision.EXECUTED)));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(path().getParent())) {
            return all.filter(each -> each.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList();
        }
    }

    private static String broken(AuditStore store) {
        return String.valueOf(store.verify().chains().get(0).broken());
    }

    private String verified(String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(more));
        files().forEach(file -> arguments.add(file.toString()));
        StringBuilder out = new StringBuilder();
        VerifyAudit.run(out, arguments.toArray(String[]::new));
        return out.toString();
    }

    private void edit(Path file, String from, String to) throws IOException {
        Files.writeString(file, Files.readString(file).replace(from, to));
    }

    @Test
    void goesOnWithTheChainInTheNextProcess() {
        FileAuditStore first = open();
        first.append(started(1));
        outcomes(first, 2, 3);
        first.close();

        FileAuditStore second = open();
        second.append(started(4));

        assertThat(second.verify().isIntact()).isTrue();
        assertThat(second.verify().chains().get(0).head()).isEqualTo(4);
        assertThat(second.find(UNKNOWN, null, 10).records()).hasSize(2);
        assertThat(second.find("r2")).hasSize(1);
    }

    @Test
    void letsOneProcessWriteATrail() {
        open();

        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        AgentKitException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(ErrorKind.CONFIG))
                .hasMessageEndingWith("is in use: one process at a time can write it; give each its own file");
    }

    @Test
    void leavesAFileAloneThatIsNoTrail() throws Exception {
        Files.createDirectories(path().getParent());
        Files.writeString(path(), "notes of somebody\nkept for a long time");

        assertThatThrownBy(this::open).hasMessageEndingWith("is not an audit trail; name another file");
        assertThat(path()).hasContent("notes of somebody\nkept for a long time");
    }

    @Test
    void putsFilesAsideAndReadsThemAll() throws Exception {
        FileAuditStore store = open(AuditFileSettings.defaults().withRotateBytes(4_096));
        store.append(started(0));
        for (int i = 1; i <= 50; i++) {
            outcomes(store, i, i);
            store.flush();
        }

        assertThat(files()).hasSizeGreaterThan(5);
        List<AuditRecord> all = new ArrayList<>();
        AuditPage page = store.find(AuditFilter.ALL.withTool("find"), null, 7);
        while (page.next() != null) {
            all.addAll(page.records());
            page = store.find(AuditFilter.ALL.withTool("find"), page.next(), 7);
        }
        all.addAll(page.records());
        assertThat(all).hasSize(50).isSortedAccordingTo((one, two) -> Long.compare(two.number(), one.number()));
        assertThat(store.find("r3")).hasSize(1);
        assertThat(store.find(UNKNOWN, null, 10).records()).hasSize(1);
        assertThat(store.verify().isIntact()).isTrue();
        assertThat(verified()).startsWith("intact: ");
    }

    @Test
    void knowsOpenCallsOfOlderFilesInTheNextProcess() throws Exception {
        AuditFileSettings small = AuditFileSettings.defaults().withRotateBytes(4_096);
        FileAuditStore first = open(small);
        first.append(started(1));
        first.append(started(2));
        for (int i = 10; i <= 40; i++) {
            outcomes(first, i, i);
            first.flush();
        }
        first.append(outcome(2, "send", "acme", AuditDecision.FAILED, 1));
        first.close();
        Files.delete(files().get(0));

        FileAuditStore second = open(small);

        assertThat(second.find(UNKNOWN, null, 10).records())
                .singleElement()
                .satisfies(record -> assertThat(record.entry()).isEqualTo(started(1)));
        assertThat(broken(second)).endsWith("are missing, and no entry says that they were removed");
    }

    @Test
    void beginsNoFileAtEachStartBecauseACallIsOpenForLong() throws Exception {
        AuditFileSettings daily = new AuditFileSettings(null, null, null, Duration.ofDays(1), null);
        FileAuditStore store = open(daily);
        store.append(started(1));
        time.advance(Duration.ofDays(5));
        store.append(started(2));
        for (int i = 0; i < 3; i++) {
            store.close();
            store = open(daily);
        }

        assertThat(files()).hasSize(2);
        assertThat(store.find(UNKNOWN, null, 10).records()).hasSize(2);
    }

    @Test
    void removesOldFilesAndSaysSo() throws Exception {
        AuditFileSettings settings = new AuditFileSettings(null, null, 4_096L, null, Duration.ofDays(7));
        FileAuditStore store = open(settings);
        for (int i = 1; i <= 30; i++) {
            outcomes(store, i, i);
            store.flush();
        }
        time.advance(Duration.ofDays(8));
        for (int i = 0; i < 30; i++) {
            outcomes(store, 700_000 + i, 700_000 + i);
            store.flush();
        }

        assertThat(store.find("r1")).isEmpty();
        assertThat(store.verify().isIntact()).isTrue();
        assertThat(store.verify().chains().get(0).first()).isGreaterThan(1);
        assertThat(verified()).startsWith("intact: ");
        Files.delete(files().get(0));
        assertThat(verified()).startsWith("BROKEN: ");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20, 300, 100_000})
    void losesNothingThatItSaidWasDurableWhenTheMachineStops(int more) throws Exception {
        FileAuditStore store = open();
        store.append(started(1));
        outcomes(store, 2, 3);
        store.append(started(4));
        long durable = Files.size(path());
        outcomes(store, 5, 6);
        store.append(outcome(7, AuditDecision.EXECUTED));
        store.find("none");
        disk.powerFails(path(), more);
        Files.copy(path(), directory.resolve("left"));
        assertThat(Files.size(path())).isGreaterThanOrEqualTo(durable);
        store.close();
        Files.copy(directory.resolve("left"), path(), StandardCopyOption.REPLACE_EXISTING);

        FileAuditStore next = open();

        assertThat(next.find(UNKNOWN, null, 10).records()).hasSize(2);
        assertThat(next.find("r3")).hasSize(1);
        assertThat(next.verify().isIntact()).isTrue();
        next.append(started(8));
        assertThat(next.verify().isIntact()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(AuditSync.class)
    void synchronizesAsOftenAsItIsTold(AuditSync sync) {
        FileAuditStore store = open(AuditFileSettings.defaults().withSync(sync));
        int before = disk.syncs;

        IntStream.rangeClosed(1, 5).forEach(i -> store.append(started(i)));

        assertThat(disk.syncs - before).isEqualTo(sync == AuditSync.ALWAYS ? 5 : 0);
        assertThat(time.pendingTimers()).isEqualTo(sync == AuditSync.INTERVAL ? 1 : 0);
    }

    @Test
    void refusesAnEntryWhenTheDiskIsFullAndGoesOnWhenItIsNot() {
        FileAuditStore store = open();
        store.append(started(1));
        store.append(outcome(2, AuditDecision.EXECUTED));
        disk.room = 100;

        assertThatThrownBy(() -> store.append(started(3)))
                .isInstanceOf(AgentKitException.class)
                .hasMessageEndingWith("cannot be written");
        disk.room = Long.MAX_VALUE;
        store.append(started(4));

        assertThat(store.find("r2")).hasSize(1);
        assertThat(store.find("r3")).isEmpty();
        assertThat(store.find(UNKNOWN, null, 10).records()).hasSize(2);
        assertThat(store.verify().isIntact()).isTrue();
    }

    @Test
    void keepsWhatWasHandedOverUntilThereIsRoomButNotForEver() {
        FileAuditStore store = open();
        disk.room = 0;

        assertThatThrownBy(() -> outcomes(store, 1, 100_000)).hasMessageEndingWith("cannot be written");
        disk.room = Long.MAX_VALUE;
        store.flush();

        assertThat(store.find("r" + AuditQueue.MOST)).hasSize(1);
        assertThat(store.verify().isIntact()).isTrue();
    }

    @Test
    void keepsNoMoreThanThatAlsoWhenItTriesAgainMeanwhile() {
        FileAuditStore store = open();
        disk.room = 0;

        for (int i = 0; i < 4; i++) {
            outcomes(store, 1, 2_000);
            store.flush();
        }

        assertThatThrownBy(() -> outcomes(store, 1, 2_000)).hasMessageEndingWith("cannot be written");
    }

    @Test
    void losesNoOtherEntryWithOneThatCannotBePutIntoWords() {
        FileAuditStore store = open();
        outcomes(store, 1, 2);
        AuditOutcome eternal = tooLong(3);
        store.append(eternal);

        store.append(started(4));

        assertThat(store.find("r1")).hasSize(1);
        assertThat(store.find("r4")).hasSize(1);
        assertThat(store.verify().isIntact()).isTrue();
    }

    /** Its time is no number of nanoseconds. */
    private static AuditOutcome tooLong(int number) {
        AuditOutcome outcome = outcome(number, AuditDecision.EXECUTED);
        return new AuditOutcome(
                outcome.call(),
                outcome.at(),
                Duration.ofSeconds(Long.MAX_VALUE),
                1,
                1,
                0,
                outcome.decision(),
                null,
                null,
                null,
                null,
                true,
                null,
                null);
    }

    @Test
    void neverTakesAnErrorOfTheMachineForSuccess() {
        FileAuditStore store = open();
        store.append(outcome(1, AuditDecision.EXECUTED));
        disk.beforeWrite = () -> {
            throw new OutOfMemoryError("no more");
        };

        assertThatThrownBy(() -> store.append(started(2)))
                .isInstanceOf(AgentKitException.class)
                .hasMessageEndingWith("cannot be written");
        disk.beforeWrite = () -> {};
        store.append(started(3));

        assertThat(store.find("r1")).hasSize(1);
        assertThat(store.find("r2")).isEmpty();
        assertThat(store.verify().isIntact()).isTrue();
    }

    @Test
    void goesOnOnceThereIsRoomForAnotherFile() {
        FileAuditStore store = open(AuditFileSettings.defaults().withRotateBytes(4_096));
        IntStream.rangeClosed(1, 20).forEach(i -> store.append(started(i)));
        disk.openFails = true;

        assertThatThrownBy(() -> IntStream.rangeClosed(21, 40).forEach(i -> store.append(started(i))))
                .hasMessageEndingWith("cannot be written");
        disk.openFails = false;
        store.append(started(50));

        assertThat(store.find("r50")).hasSize(1);
        assertThat(store.find("r1")).hasSize(1);
        assertThat(store.verify().isIntact()).isTrue();
    }

    @Test
    void readsWhatItWroteAfterAFileOfTheSamePlaceHasLostItsEntries() throws Exception {
        FileAuditStore store = open();
        store.append(started(1));
        store.close();
        Files.createFile(path().resolveSibling("audit.0000000000000000002.jsonl"));
        Files.move(path(), path().resolveSibling("audit.0000000000000000001.jsonl"));

        FileAuditStore next = open();
        next.append(started(2));

        assertThat(next.find("r2")).hasSize(1);
        assertThat(next.find(AuditFilter.ALL, null, 10).records()).hasSize(2);
        assertThat(next.verify().isIntact()).isTrue();
    }

    @Test
    void isReadRightWhileFilesArePutAsideAndRemoved() throws Exception {
        AuditFileSettings settings = new AuditFileSettings(AuditSync.NEVER, null, 4_096L, null, Duration.ofNanos(1));
        FileAuditStore store = open(settings);
        Thread writer = new Thread(() -> {
            for (int i = 1; i <= 1_500; i++) {
                time.advance(Duration.ofSeconds(1));
                store.append(started(i));
                store.append(outcome(i, "send", "acme", AuditDecision.EXECUTED, 1));
            }
        });
        writer.start();
        List<String> found = new ArrayList<>();
        while (writer.isAlive()) {
            AuditVerification seen = store.verify();
            if (!seen.isIntact()) {
                found.add(broken(store));
            }
            List<AuditRecord> page = store.find(AuditFilter.ALL, null, 5).records();
            for (int i = 1; i < page.size(); i++) {
                if (page.get(i - 1).number() <= page.get(i).number()) {
                    found.add("out of order");
                }
            }
        }
        writer.join();

        assertThat(found).isEmpty();
    }

    @Test
    void checksAFileOnceHoweverOftenItIsGiven() throws Exception {
        FileAuditStore store = open();
        store.append(started(1));
        store.close();

        assertThat(verified(
                        path().toString(),
                        path().resolveSibling("./audit.jsonl").toString()))
                .startsWith("intact: 1 entries");
    }

    @Test
    void writesNothingMoreOnceItCouldNotSynchronize() {
        FileAuditStore store = open();
        store.append(started(1));
        disk.syncFails = true;

        assertThatThrownBy(() -> store.append(started(2))).hasMessageEndingWith("cannot be written to the disk");
        disk.syncFails = false;

        assertThatThrownBy(() -> store.append(started(3))).hasMessageEndingWith("cannot be written");
        assertThatThrownBy(() -> outcomes(store, 4, 4)).hasMessageEndingWith("cannot be written");
        store.close();
        open().append(started(5));
    }

    @Test
    void takesAwayWhatIsNotAWholeEntryAndSaysSo() throws Exception {
        FileAuditStore store = open();
        store.append(started(1));
        store.close();
        Files.writeString(path(), "{\"n\":2,\"previous\":\"ab", StandardOpenOption.APPEND);
        assertThat(verified()).contains("intact: 1 entries", "is not whole: being written, or cut short");

        FileAuditStore next = open();

        assertThat(Files.readString(path())).contains("\"kind\":\"recovered\"");
        assertThat(next.verify().isIntact()).isTrue();
        assertThat(next.verify().chains().get(0).head()).isEqualTo(2);
    }

    @Test
    void putsADamagedFileAsideAndGoesOn() throws Exception {
        FileAuditStore store = open();
        IntStream.rangeClosed(1, 3).forEach(i -> store.append(started(i)));
        store.close();
        edit(path(), "\"id\":\"r2\"", "\"id\":\"r9\"");

        FileAuditStore next = open();
        next.append(started(4));

        assertThat(files()).hasSize(2);
        assertThat(broken(next))
                .isEqualTo(
                        "the entry at line 2 of audit.0000000000000000001.jsonl was changed: it does not have the hash that it says");
        assertThat(next.find("r4")).hasSize(1);
    }

    @Test
    void findsWhatWasChangedTakenOutOrMoved() throws Exception {
        FileAuditStore store = open();
        IntStream.rangeClosed(1, 4).forEach(i -> store.append(started(i)));
        String whole = Files.readString(path());
        List<String> lines = whole.lines().toList();
        String head =
                lines.get(3).substring(lines.get(3).length() - 66, lines.get(3).length() - 2);

        edit(path(), lines.get(1) + "\n", "");
        assertThat(broken(store))
                .isEqualTo(
                        "entry 3 at line 2 of audit.jsonl does not follow entry 1: entries between them are missing");
        Files.writeString(path(), whole.replace("\"tool\":\"send\"", "\"tool\":\"sent\""));
        assertThat(broken(store)).startsWith("the entry at line 1 of audit.jsonl was changed");
        Files.writeString(path(), String.join("\n", lines.get(0), lines.get(2), lines.get(1), lines.get(3)) + "\n");
        assertThat(broken(store)).contains("entry 3 at line 2");
        Files.writeString(path(), whole.substring(0, whole.indexOf("{\"n\":4")));
        assertThat(broken(store)).isEqualTo("entry 4 is missing");
        assertThat(verified()).startsWith("intact: 3 entries");
        assertThat(verified("--expect", "4:" + head)).startsWith("BROKEN: entry 4 is missing");
        Files.writeString(path(), whole);
        assertThat(verified("--expect", "4:" + head)).contains("intact: 4 entries", "head 4:" + head);
        assertThat(verified("--expect", "4:" + "0".repeat(64)))
                .startsWith("BROKEN: entry 4 at line 4 of audit.jsonl is not the one that was kept elsewhere");
    }

    @Test // AU-06
    void losesNothingThatWasHandedOverWhenItIsClosed() {
        FileAuditStore store = open();
        outcomes(store, 1, 3);
        store.close();

        assertThatThrownBy(() -> outcomes(store, 4, 4)).hasMessageEndingWith("is closed");
        assertThat(open().find(AuditFilter.ALL, null, 10).records()).hasSize(3);
    }

    @Test
    void readsByPlaceWhenTheClockGoesBackwards() {
        FileAuditStore store = open();
        outcomes(store, 9, 9);
        outcomes(store, 5, 5);

        assertThat(store.find(AuditFilter.ALL, null, 10).records())
                .extracting(AuditRecord::number)
                .containsExactly(2L, 1L);
        assertThat(store.find(AuditFilter.ALL.within(START.plusSeconds(6), null), null, 10)
                        .records())
                .extracting(AuditRecord::number)
                .containsExactly(1L);
    }

    @Test
    void takesMoreThanItCanHoldFromManyThreads() throws Exception {
        FileAuditStore store = open();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int first = i * 10_000;
            threads[i] = new Thread(() -> outcomes(store, first, first + 9_999));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(store.verify().chains().get(0).entries()).isGreaterThan(40_000);
        assertThat(store.verify().isIntact()).isTrue();
    }
}
