package io.agentkit.score;

import io.agentkit.audit.AuditDecision;
import io.agentkit.audit.AuditFileSettings;
import io.agentkit.audit.AuditFilter;
import io.agentkit.audit.AuditPage;
import io.agentkit.audit.AuditSync;
import io.agentkit.audit.FileAuditStore;
import io.agentkit.time.Time;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Whether a tool ever acts twice, or without a record that it was about to, when its process is killed again and again: a JVM that charges
 * orders through {@code audit} (JSON Lines, synchronized) and {@code idempotent} (PostgreSQL) is killed with SIGKILL at random moments, and a
 * new one goes on, charging anew what may have been under way. What the tool noted of its own effects is compared with the trail and with
 * what callers were told. A killed process keeps what it wrote, so a disk that drops what was not synchronized stands in for a machine that
 * stops, once for each policy.
 */
final class AuditCrashScore implements Score {

    private static final int KILLS = 30;

    private static final int POWER_FAILURES = 100;

    private static final int LONGEST_MILLIS = 3_000;

    private static final Pattern ORDER = Pattern.compile("\"toolCall\":\"call-(\\d+)\"");

    @Override
    public Figures measure(ScoreInput input) throws Exception {
        PrintStream out = input.out();
        Path directory = Files.createDirectories(Path.of("agentkit-sample-app", "target", "audit-crash"));
        clear(directory);
        Random random = new Random(42);
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            for (int i = 0; i < KILLS; i++) {
                runAndKill(directory, postgres.getJdbcUrl("postgres", "postgres"), random.nextInt(LONGEST_MILLIS));
            }
        }
        CrashFacts facts = CrashFacts.of(
                CrashLines.read(directory.resolve("effects")), CrashLines.read(directory.resolve("answers")));
        Set<String> started = started(directory);
        int unknown = 0;
        boolean intact;
        try (FileAuditStore store =
                new FileAuditStore(directory.resolve("audit.jsonl"), AuditFileSettings.defaults(), Time.system())) {
            intact = store.verify().isIntact();
            unknown = unknown(store);
        }
        out.printf(
                Locale.ROOT,
                "%d kills; %,d effects, %,d answers given again, %d calls refused as unknown%n",
                KILLS,
                facts.effects().size(),
                facts.replayed(),
                facts.unknown().size());
        out.printf("trail: %,d started, %d with unknown outcome, chain %s%n", started.size(), unknown, intact);
        facts.others().stream().limit(5).forEach(answer -> out.println("unexpected answer: " + answer));
        boolean powered = true;
        StringBuilder power = new StringBuilder();
        for (AuditSync sync : AuditSync.values()) {
            String name = sync.name().toLowerCase(Locale.ROOT);
            PowerFailures failures =
                    PowerFailures.of(directory.resolve(name).resolve("audit.jsonl"), sync, POWER_FAILURES, random);
            out.printf(
                    Locale.ROOT,
                    "sync %s: %d power failures, %,d of %,d acknowledged entries lost, chain intact: %s%n",
                    name,
                    POWER_FAILURES,
                    failures.lost(),
                    failures.acknowledged(),
                    failures.intact());
            power.append(power.isEmpty() ? "" : ", ").append(name).append(' ').append(failures.lost());
            // What is never synchronized has to be lost, or the disk proves nothing.
            powered &= failures.intact() && (sync == AuditSync.ALWAYS) == (failures.lost() == 0);
        }
        boolean met = facts.twice() == 0
                && facts.unrecorded(started) == 0
                && facts.invented() == 0
                && facts.forgotten() <= CrashWorker.THREADS
                && facts.others().isEmpty()
                && facts.effects().size() >= 2_000
                && facts.replayed() > 0
                && intact
                && powered;
        clear(directory);
        return new Figures(
                met,
                String.format(
                        Locale.ROOT,
                        "%d kills, %,d effects: %d twice, %d without a started record, %d answers without an effect, %d replayed,"
                                + " %d refused as unknown, chain %s; lost in %d power failures: %s",
                        KILLS,
                        facts.effects().size(),
                        facts.twice(),
                        facts.unrecorded(started),
                        facts.invented(),
                        facts.replayed(),
                        facts.unknown().size(),
                        intact ? "intact" : "broken",
                        POWER_FAILURES,
                        power));
    }

    private static void runAndKill(Path directory, String url, int afterMillis)
            throws IOException, InterruptedException {
        Process worker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashWorker.class.getName(),
                        directory.toAbsolutePath().toString(),
                        url)
                .redirectErrorStream(true)
                .start();
        try (BufferedReader lines = worker.inputReader()) {
            StringBuilder said = new StringBuilder();
            String line = lines.readLine();
            while (line != null && !line.equals("ready")) {
                said.append(line).append('\n');
                line = lines.readLine();
            }
            if (line == null) {
                throw new IllegalStateException("A worker ended by itself:\n" + said);
            }
            if (worker.waitFor(afterMillis, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("A worker ended by itself");
            }
        } finally {
            worker.destroyForcibly().waitFor();
        }
    }

    private static Set<String> started(Path directory) throws IOException {
        Set<String> orders = new HashSet<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".jsonl")).toList()) {
                for (String line : CrashLines.read(file)) {
                    Matcher matcher = ORDER.matcher(line);
                    if (line.contains("\"kind\":\"started\"") && matcher.find()) {
                        orders.add(matcher.group(1));
                    }
                }
            }
        }
        return orders;
    }

    private static int unknown(FileAuditStore store) {
        int unknown = 0;
        String before = null;
        do {
            AuditPage page = store.find(AuditFilter.ALL.withDecision(AuditDecision.UNKNOWN), before, 1_000);
            unknown += page.records().size();
            before = page.next();
        } while (before != null);
        return unknown;
    }

    private static void clear(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(directory)) {
            all = walk.sorted(Comparator.reverseOrder())
                    .filter(path -> !path.equals(directory))
                    .toList();
        }
        for (Path each : all) {
            try {
                Files.delete(each);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
