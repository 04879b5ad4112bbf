package io.agentkit.score;

import io.agentkit.Scope;
import io.agentkit.audit.AuditCall;
import io.agentkit.audit.AuditDecision;
import io.agentkit.audit.AuditFileSettings;
import io.agentkit.audit.AuditFilter;
import io.agentkit.audit.AuditOutcome;
import io.agentkit.audit.AuditStarted;
import io.agentkit.audit.AuditStore;
import io.agentkit.audit.AuditSync;
import io.agentkit.audit.FileAuditStore;
import io.agentkit.audit.InMemoryAuditStore;
import io.agentkit.time.Time;
import io.agentkit.tool.ToolSafety;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How many entries of an audit trail are kept in a second, and how long a caller waits for one, at 1, 8 and 64 threads: handed over (a tool
 * that changes nothing) and awaited (a tool that acts), in memory and in files, beside a disk that is asked for each line and a logger.
 */
final class AuditThroughputScore implements Score {

    private static final int[] THREADS = {1, 8, 64};

    private static final double MILLION = 1e6;

    private static final AuditCall CALL = new AuditCall(
            "0a1b2c3d4e5f6g7h8i9j0",
            "0a1b2c3d4e5f6g7h8i9j1",
            "0a1b2c3d4e5f6g7h8i9j2",
            Scope.of(Scope.TENANT, "acme").with(Scope.USER, "ann"),
            "tool",
            "charge_card",
            ToolSafety.SIDE_EFFECT,
            "call_0123456789",
            "ab".repeat(32));

    private static final AuditStarted AWAITED =
            new AuditStarted(CALL, Instant.parse("2026-01-15T12:00:00.123456Z"), 1, null);

    private static final AuditOutcome HANDED_OVER = new AuditOutcome(
            CALL,
            Instant.parse("2026-01-15T12:00:00.123456Z"),
            Duration.ofMillis(12),
            1,
            1,
            0,
            AuditDecision.EXECUTED,
            "cd".repeat(32),
            null,
            null,
            null,
            true,
            null,
            null);

    private final List<String> missed = new ArrayList<>();

    @Override
    public Figures measure(ScoreInput input) throws Exception {
        PrintStream out = input.out();
        Path directory = Files.createDirectories(Path.of("agentkit-sample-app", "target", "audit-throughput"));
        clear(directory);
        out.println("| what | threads | entries a second | median | p99 |");
        out.println("|---|---|---|---|---|");
        double[] raw = new double[THREADS.length];
        for (int i = 0; i < 2; i++) {
            AuditLoad.Rate rate = AuditRivals.syncEach(directory.resolve("each"), THREADS[i]);
            raw[i] = rate.perSecond();
            print(out, "a line and a sync each", THREADS[i], rate);
        }
        for (int threads : THREADS) {
            print(out, "Logback, no sync", threads, AuditRivals.logger(directory.resolve("log"), threads));
        }
        for (int threads : THREADS) {
            AuditStore memory = new InMemoryAuditStore();
            print(out, "memory", threads, AuditLoad.run(threads, thread -> memory.append(HANDED_OVER), () -> {}));
        }
        StringBuilder text = new StringBuilder("awaited and synchronized:");
        for (AuditSync sync : AuditSync.values()) {
            for (int i = 0; i < THREADS.length; i++) {
                AuditLoad.Rate awaited = files(out, directory, sync, THREADS[i], true);
                if (sync == AuditSync.ALWAYS) {
                    text.append(String.format(Locale.ROOT, " %.0f", awaited.perSecond()));
                    bar("alone, of what the disk does", i == 0, awaited.perSecond() / raw[0], 0.9);
                    bar("at 8 threads, of a sync each", i == 1, awaited.perSecond() / raw[1], 3);
                    bar("at 64 threads, of the disk alone", i == 2, awaited.perSecond() / raw[0], 8);
                }
            }
        }
        text.append(" a second; handed over:");
        for (AuditSync sync : AuditSync.values()) {
            for (int i = 0; i < THREADS.length; i++) {
                AuditLoad.Rate handed = files(out, directory, sync, THREADS[i], false);
                if (sync == AuditSync.ALWAYS) {
                    text.append(String.format(Locale.ROOT, " %.2f", handed.perSecond() / MILLION));
                    bar("handed over, millions a second", i < 2, handed.perSecond() / MILLION, 0.5);
                    bar("handed over at 64 threads", i == 2, handed.perSecond() / MILLION, 0.25);
                }
            }
        }
        for (int threads : THREADS) {
            clear(directory.resolve("h2"));
            AuditLoad.Rate rate = AuditInH2.run(directory.resolve("h2").resolve("trail"), threads, AWAITED);
            print(out, "H2 (does not sync), awaited", threads, rate);
        }
        double nanos = handingOver(directory);
        text.append(String.format(Locale.ROOT, " M/s, %.0f ns for the caller", nanos));
        bar("nanoseconds to hand over, below 300", true, -nanos, -300);
        clear(directory);
        missed.forEach(out::println);
        return new Figures(missed.isEmpty(), text.toString());
    }

    private static AuditLoad.Rate files(PrintStream out, Path directory, AuditSync sync, int threads, boolean awaited)
            throws Exception {
        Path own = directory.resolve("trail");
        clear(own);
        AuditFileSettings settings = AuditFileSettings.defaults().withSync(sync);
        FileAuditStore store = new FileAuditStore(own.resolve("audit.jsonl"), settings, Time.system());
        AuditLoad.Rate rate =
                AuditLoad.run(threads, thread -> store.append(awaited ? AWAITED : HANDED_OVER), store::close);
        String what = "files, sync %s, %s"
                .formatted(sync.name().toLowerCase(Locale.ROOT), awaited ? "awaited" : "handed over");
        print(out, what, threads, rate);
        return rate;
    }

    /** What an append costs while the writer keeps up: in bursts, as calls of tools come. */
    private static double handingOver(Path directory) throws Exception {
        Path own = directory.resolve("trail");
        clear(own);
        AuditFileSettings settings = AuditFileSettings.defaults();
        double best = Double.MAX_VALUE;
        try (FileAuditStore store = new FileAuditStore(own.resolve("audit.jsonl"), settings, Time.system())) {
            for (int round = 0; round < 100; round++) {
                long start = System.nanoTime();
                for (int i = 0; i < 2_000; i++) {
                    store.append(HANDED_OVER);
                }
                best = Math.min(best, (System.nanoTime() - start) / 2_000.0);
                store.find(AuditFilter.ALL, null, 1);
            }
        }
        return best;
    }

    private void bar(String text, boolean applies, double measured, double least) {
        if (applies && measured < least) {
            missed.add(String.format(Locale.ROOT, "missed: %s: %.2f, at least %.2f wanted", text, measured, least));
        }
    }

    private static void print(PrintStream out, String what, int threads, AuditLoad.Rate rate) {
        out.println(String.format(
                Locale.ROOT,
                "| %s | %d | %,.0f | %.1f µs | %.1f µs |",
                what,
                threads,
                rate.perSecond(),
                rate.median() / 1e3,
                rate.p99() / 1e3));
    }

    private static void clear(Path directory) throws IOException {
        if (Files.exists(directory)) {
            List<Path> all;
            try (Stream<Path> walk = Files.walk(directory)) {
                all = walk.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path each : all) {
                if (!Files.isDirectory(each)) {
                    Files.delete(each);
                }
            }
        }
    }
}
