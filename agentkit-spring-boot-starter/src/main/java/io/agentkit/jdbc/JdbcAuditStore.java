package io.agentkit.jdbc;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.ErrorTrace;
import io.agentkit.audit.AuditEntry;
import io.agentkit.audit.AuditFilter;
import io.agentkit.audit.AuditPage;
import io.agentkit.audit.AuditRecord;
import io.agentkit.audit.AuditStore;
import io.agentkit.audit.AuditVerification;
import io.agentkit.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a trail in the database. One thread writes, all that came meanwhile in one transaction of its own: a caller's transaction, and what
 * interrupts its thread, have no effect on the trail. Thread-safe.
 */
final class JdbcAuditStore implements AuditStore, AutoCloseable {

    /** Nobody leaves more than these here without waiting. */
    private static final int MOST_WAITING = 8_192;

    private static final int BATCH = 500;

    private static final Duration AGAIN = Duration.ofSeconds(1);

    private static final long SECONDS_TO_CLOSE = 10;

    private static final Logger log = LoggerFactory.getLogger(JdbcAuditStore.class);

    private final AuditRows rows;
    private final AuditAppend append;
    private final Time time;
    private final ExecutorService writer = writer();

    /** Guarded by itself, with the two after it. */
    private final List<Pending> waiting = new ArrayList<>();

    private boolean writing;
    private boolean closed;

    /**
     * @param entry null where only the end of those before is waited for
     * @param done null where nobody waits
     */
    private record Pending(
            @Nullable AuditEntry entry, @Nullable CompletableFuture<@Nullable Void> done) {}

    JdbcAuditStore(AuditRows rows, AuditAppend append, Time time) {
        this.rows = rows;
        this.append = append;
        this.time = time;
    }

    private static ExecutorService writer() {
        return new ThreadPoolExecutor(0, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = new Thread(task, "agentkit-audit");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public void append(AuditEntry entry) {
        Objects.requireNonNull(entry, "'entry' must not be null");
        CompletableFuture<@Nullable Void> done = entry.isAwaited() ? new CompletableFuture<>() : null;
        add(new Pending(entry, done));
        if (done != null) {
            await(done);
        }
    }

    private void add(Pending pending) {
        synchronized (waiting) {
            if (closed) {
                throw new AgentKitException(ErrorKind.STORE, "The audit trail in the database is closed");
            }
            if (pending.done() == null && waiting.size() >= MOST_WAITING) {
                throw new AgentKitException(ErrorKind.STORE, "The database does not keep up with the audit trail");
            }
            waiting.add(pending);
            beginToWrite();
        }
    }

    private void beginToWrite() {
        if (!writing) {
            writing = true;
            writer.execute(this::writeAll);
        }
    }

    /** Not broken off by an interrupt, which is meant for the tool. */
    private static void await(CompletableFuture<@Nullable Void> done) {
        try {
            done.join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof AgentKitException ours) {
                throw new AgentKitException(ours.failure(), String.valueOf(ours.getMessage()), ours);
            }
            throw new AgentKitException(ErrorKind.STORE, "The audit trail cannot be written", failure.getCause());
        }
    }

    private void writeAll() {
        for (List<Pending> batch = next(); !batch.isEmpty(); batch = next()) {
            if (!write(batch)) {
                return;
            }
        }
    }

    private List<Pending> next() {
        synchronized (waiting) {
            List<Pending> taken = waiting.subList(0, Math.min(BATCH, waiting.size()));
            List<Pending> batch = new ArrayList<>(taken);
            taken.clear();
            writing = !batch.isEmpty();
            return batch;
        }
    }

    /** Whether to go on with the next. */
    private boolean write(List<Pending> batch) {
        List<AuditEntry> entries = new ArrayList<>(batch.size());
        for (Pending each : batch) {
            if (each.entry() != null) {
                entries.add(each.entry());
            }
        }
        try {
            append.write(entries);
        } catch (RuntimeException | Error failure) {
            // Nobody may wait for ever, whatever it was.
            return failed(batch, failure);
        }
        for (Pending each : batch) {
            if (each.done() != null) {
                each.done().complete(null);
            }
        }
        return true;
    }

    /** Whoever waits is told; the others are tried again a moment later. */
    private boolean failed(List<Pending> batch, Throwable failure) {
        List<Pending> again = new ArrayList<>();
        for (Pending each : batch) {
            if (each.done() == null) {
                again.add(each);
            } else {
                each.done().completeExceptionally(failure);
            }
        }
        if (again.isEmpty()) {
            return true;
        }
        log.warn("{} records of the audit trail could not be written yet", again.size(), ErrorTrace.of(failure));
        synchronized (waiting) {
            waiting.addAll(0, again);
            writing = false;
            boolean somebodyWaits = waiting.stream().anyMatch(each -> each.done() != null);
            if (closed) {
                log.error("{} records of the audit trail are lost", again.size());
                waiting.removeAll(again);
            } else if (!somebodyWaits) {
                time.schedule(AGAIN, this::tryAgain);
                return false;
            }
            writing = !waiting.isEmpty();
            return writing;
        }
    }

    private void tryAgain() {
        synchronized (waiting) {
            if (!closed && !waiting.isEmpty()) {
                beginToWrite();
            }
        }
    }

    /** So that what was handed over can be read. */
    private void flush() {
        CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
        synchronized (waiting) {
            if (closed || (waiting.isEmpty() && !writing)) {
                return;
            }
            add(new Pending(null, done));
        }
        await(done);
    }

    @Override
    public List<AuditRecord> find(String id) {
        flush();
        return rows.find(id);
    }

    @Override
    public AuditPage find(AuditFilter filter, @Nullable String before, int size) {
        flush();
        return rows.page(filter, before, size);
    }

    @Override
    public AuditVerification verify() {
        flush();
        return rows.verify();
    }

    /** Writes what was handed over. */
    @Override
    public void close() {
        synchronized (waiting) {
            if (closed) {
                return;
            }
            if (!waiting.isEmpty()) {
                beginToWrite();
            }
            closed = true;
        }
        writer.shutdown();
        boolean interrupted = false;
        try {
            if (!writer.awaitTermination(SECONDS_TO_CLOSE, TimeUnit.SECONDS)) {
                log.error("The audit trail in the database could not be closed within {} s", SECONDS_TO_CLOSE);
            }
        } catch (InterruptedException stop) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
