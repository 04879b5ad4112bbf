package io.agentkit.audit;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.audit.AuditQueue.Waiting;
import io.agentkit.file.AppendFile;
import io.agentkit.file.FileLease;
import io.agentkit.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a trail in files of one line of JSON an entry, so that it survives the process, also one that is killed. One process writes a trail
 * at a time. Thread-safe.
 *
 * <p>An {@link AuditEntry#isAwaited() awaited} entry is written, and synchronized with the disk as the settings say, when {@link #append}
 * returns, together with those of other threads. Another one is handed over and written within {@value #HANDED_OVER_MILLIS} milliseconds: these
 * are what a process that is killed may lose.
 */
public final class FileAuditStore implements AuditStore, AutoCloseable {

    static final long HANDED_OVER_MILLIS = 5;

    private static final Logger log = LoggerFactory.getLogger(FileAuditStore.class);

    private static final Duration HANDED_OVER = Duration.ofMillis(HANDED_OVER_MILLIS);

    /** Until something that could not be written is tried again. */
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final Path path;
    private final AuditFileSettings settings;
    private final Time time;
    private final FileLease lease;
    private final AuditLog trail;
    private final AuditQueue queue = new AuditQueue();
    private final ReentrantLock writing = new ReentrantLock();
    private final AtomicBoolean flushExpected = new AtomicBoolean();
    private final AtomicBoolean syncExpected = new AtomicBoolean();
    private final GroupCommit commits = new GroupCommit(this::commit);
    private final ExecutorService flusher = flusher();
    private volatile boolean closed;

    /**
     * Opens a trail, or begins one; directories too.
     *
     * @param path the file that is written, such as {@code data/audit.jsonl}; files put aside stand beside it
     * @throws AgentKitException when another process has it open, or it cannot be read and written
     */
    public FileAuditStore(Path path, AuditFileSettings settings, Time time) {
        this(path, settings, time, AppendFile.Opener.SYSTEM);
    }

    /**
     * Opens a trail on files of another kind.
     *
     * @param opener how the written file is opened
     * @throws AgentKitException as above
     */
    public FileAuditStore(Path path, AuditFileSettings settings, Time time, AppendFile.Opener opener) {
        this.path = path.toAbsolutePath();
        this.settings = Objects.requireNonNull(settings, "'settings' must not be null");
        this.time = Objects.requireNonNull(time, "'time' must not be null");
        AuditSegments segments = new AuditSegments(path);
        try {
            Files.createDirectories(segments.directory());
            this.lease = lease();
            try {
                this.trail = new AuditLog(segments, settings, opener, time);
            } catch (IOException | RuntimeException failure) {
                lease.close();
                throw failure;
            }
        } catch (IOException failure) {
            throw failed("cannot be opened", failure);
        }
    }

    private FileLease lease() throws IOException {
        FileLease ours = FileLease.of(path);
        if (ours == null) {
            throw new AgentKitException(
                    ErrorKind.CONFIG,
                    "The audit trail '%s' is in use: one process at a time can write it; give each its own file"
                            .formatted(path));
        }
        return ours;
    }

    private static ExecutorService flusher() {
        return new ThreadPoolExecutor(0, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = new Thread(task, "agentkit-audit");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public void append(AuditEntry entry) {
        Objects.requireNonNull(entry, "'entry' must not be null");
        if (closed) {
            throw failed("is closed", null);
        }
        if (entry.isAwaited()) {
            appendAndWait(new Waiting(entry));
        } else {
            handOver(entry);
        }
    }

    private void appendAndWait(Waiting waiting) {
        queue.add(waiting);
        if (settings.sync() == AuditSync.ALWAYS) {
            commits.join();
        } else {
            write(waiting);
            expectSync();
        }
        if (waiting.written == 0) {
            throw failed("cannot be written", waiting.failure);
        }
        if (settings.sync() == AuditSync.ALWAYS) {
            sync(waiting.written);
        }
    }

    /** What went wrong, everybody finds by themselves. */
    private void commit() {
        write(null);
        try {
            trail.sync(trail.written());
        } catch (IOException failure) {
            log.debug("The audit trail could not be synchronized", failure);
        }
    }

    private void handOver(AuditEntry entry) {
        if (trail.isBroken()) {
            throw failed("cannot be written", null);
        }
        while (!queue.offer(entry, AuditQueue.MOST - trail.left())) {
            // There are more than the writer keeps up with, or none can be written at all.
            write(null);
            if (trail.left() >= AuditQueue.MOST || trail.isBroken()) {
                throw failed("cannot be written", null);
            }
        }
        if (!flushExpected.get() && flushExpected.compareAndSet(false, true)) {
            time.watch(HANDED_OVER, () -> elsewhere(this::flush));
        }
    }

    /** @param waiting need not be written when somebody else has done so; null for whatever there is */
    private void write(@Nullable Waiting waiting) {
        writing.lock();
        try {
            if (waiting == null || !waiting.isDone()) {
                trail.write(queue);
            }
        } finally {
            writing.unlock();
        }
    }

    private void sync(long upTo) {
        try {
            trail.sync(upTo);
        } catch (IOException failure) {
            throw failed("cannot be written to the disk", failure);
        }
    }

    private void expectSync() {
        Duration interval = settings.syncInterval();
        if (settings.sync() == AuditSync.INTERVAL && interval != null && syncExpected.compareAndSet(false, true)) {
            time.schedule(interval, () -> elsewhere(this::syncNow));
        }
    }

    private void elsewhere(Runnable task) {
        try {
            flusher.execute(task);
        } catch (RejectedExecutionException over) {
            log.debug("The audit trail was closed before it was flushed", over);
        }
    }

    /** Has everything written that was handed over, and synchronized as the settings say. */
    void flush() {
        flushExpected.set(false);
        write(null);
        if (settings.sync() == AuditSync.ALWAYS) {
            syncNow();
        } else {
            expectSync();
        }
        int left = trail.left();
        if (left > 0 && !trail.isBroken()) {
            log.warn("{} records of the audit trail '{}' could not be written yet", left, path);
            if (flushExpected.compareAndSet(false, true)) {
                time.schedule(AGAIN, () -> elsewhere(this::flush));
            }
        }
    }

    private void syncNow() {
        syncExpected.set(false);
        try {
            trail.sync(trail.written());
        } catch (IOException failure) {
            log.warn("The audit trail '{}' could not be synchronized", path, failure);
        }
    }

    private AuditView view() {
        writing.lock();
        try {
            trail.write(queue);
            return trail.view();
        } finally {
            writing.unlock();
        }
    }

    @Override
    public List<AuditRecord> find(String id) {
        try {
            return view().find(id);
        } catch (IOException failure) {
            throw failed("cannot be read", failure);
        }
    }

    @Override
    public AuditPage find(AuditFilter filter, @Nullable String before, int size) {
        try {
            return view().page(filter, before, size);
        } catch (IOException failure) {
            throw failed("cannot be read", failure);
        }
    }

    /** What is on record of files that are removed meanwhile stands behind the view: then it is looked at again. */
    @Override
    public AuditVerification verify() {
        try {
            while (true) {
                AuditView view = view();
                AuditVerification found = view.verify();
                if (found.isIntact() || view.removals() == trail.removals()) {
                    return found;
                }
            }
        } catch (IOException failure) {
            throw failed("cannot be read", failure);
        }
    }

    private AgentKitException failed(String how, @Nullable Throwable failure) {
        return new AgentKitException(ErrorKind.STORE, "The audit trail '%s' %s".formatted(path, how), failure);
    }

    /** Writes what was handed over, and lets another process have the trail. */
    @Override
    public void close() {
        writing.lock();
        try (lease) {
            if (!closed) {
                closed = true;
                flusher.shutdown();
                trail.write(queue);
                trail.close();
            }
        } catch (IOException failure) {
            log.warn("The audit trail '{}' could not be closed", path, failure);
        } finally {
            writing.unlock();
        }
    }
}
