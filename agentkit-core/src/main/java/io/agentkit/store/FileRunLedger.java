package io.agentkit.store;

import io.agentkit.RunTotals;
import io.agentkit.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps runs in a file that is appended to, so that they survive the process, also one that is killed. One process writes a file at a time.
 * Thread-safe.
 *
 * <p>Bounded: runs that nobody used for a while are left out when the file is written anew, which happens by itself when it has grown.
 */
public final class FileRunLedger implements RunLedger, AutoCloseable {

    /** How long a run is kept that nobody uses, by default. */
    public static final Duration DEFAULT_KEEP = Duration.ofDays(30);

    /** Most runs. */
    static final int MAX_RUNS = 100_000;

    private static final Logger log = LoggerFactory.getLogger(FileRunLedger.class);

    /** A file below this is not written anew. */
    private static final long SMALL = 1 << 20;

    private static final int GROWTH = 3;

    private final ReentrantLock lock = new ReentrantLock();
    private final RunTable table = new RunTable(MAX_RUNS);
    private final Duration keep;
    private final Time time;
    private final LedgerFile file;
    private final long small;
    private long large;
    private boolean closed;

    /**
     * Opens the file, or makes one; directories too.
     *
     * @param sync when what was written has to be on the disk
     * @param keep how long a run is kept that nobody uses; more than zero
     * @throws io.agentkit.AgentKitException when another process has it open, or it cannot be read and written
     */
    public FileRunLedger(Path path, RunSync sync, Duration keep, Time time) {
        this(path, sync, keep, time, SMALL);
    }

    FileRunLedger(Path path, RunSync sync, Duration keep, Time time, long small) {
        if (keep.isNegative() || keep.isZero()) {
            throw new IllegalArgumentException("'keep' must be more than zero (was %s)".formatted(keep));
        }
        this.keep = keep;
        this.time = Objects.requireNonNull(time, "'time' must not be null");
        this.small = small;
        this.large = small;
        this.file = new LedgerFile(path, Objects.requireNonNull(sync, "'sync' must not be null"), time);
        try {
            file.replay(this::replayed);
            rewriteWhenLarge();
        } catch (RuntimeException failure) {
            file.close();
            throw failure;
        }
    }

    private void replayed(LedgerCodec.Line line) {
        if (line.whole()) {
            RunLine whole = new RunLine();
            whole.restore(line.entries(), line.totals(), line.at());
            table.put(line.run(), whole);
            return;
        }
        RunLine known = table.find(line.run());
        String entry = line.entries().isEmpty() ? "" : line.entries().get(0);
        if (known == null || !known.knows(entry)) {
            table.add(line.run(), entry, line.totals(), line.at());
        }
    }

    @Override
    public @Nullable RunTotals find(String run) {
        lock.lock();
        try {
            RunLine line = table.find(run);
            return line == null ? null : line.totals();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public RunTotals add(String run, String entry, RunTotals more) {
        RunTotals totals;
        long written;
        lock.lock();
        try {
            RunLine line = table.find(run);
            totals = line != null && line.knows(entry) ? line.totals() : append(run, entry, more);
            written = file.written();
        } finally {
            lock.unlock();
        }
        // Also for an entry that is known: the first time may have failed here.
        file.sync(written);
        return totals;
    }

    private RunTotals append(String run, String entry, RunTotals more) {
        Instant now = time.now();
        file.append(LedgerCodec.write(run, List.of(entry), now, more, false));
        RunTotals totals = table.add(run, entry, more, now);
        rewriteWhenLarge();
        return totals;
    }

    /** Failing to make room is no reason to refuse: what has to be kept is kept. */
    private void rewriteWhenLarge() {
        if (file.length() <= large) {
            return;
        }
        table.forgetBefore(time.now().minus(keep));
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, RunLine> each : table.all()) {
            RunLine line = each.getValue();
            lines.add(LedgerCodec.write(each.getKey(), line.entries(), line.changed(), line.totals(), true));
        }
        try {
            file.rewrite(lines);
        } catch (IOException failure) {
            log.warn("The ledger of runs could not be written anew; it goes on growing", failure);
        }
        large = Math.max(small, GROWTH * file.length());
    }

    /** Lets another process have the file. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                file.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
