package io.agentkit.store;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.Failure;
import io.agentkit.file.AppendFile;
import io.agentkit.file.FileLease;
import io.agentkit.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of a ledger: appended to, and now and then written anew beside itself and put in its place. One process at a time, by a lock on
 * a file beside it that goes with the process however that ends. Not thread-safe but for {@link #sync}, which writers do together without
 * the lock that they write under.
 */
final class LedgerFile implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LedgerFile.class);

    private static final long SYNC_NANOS = Duration.ofSeconds(1).toNanos();

    private static final byte[] HEADER = (LedgerCodec.HEADER + "\n").getBytes(StandardCharsets.UTF_8);

    private final Path path;
    private final RunSync sync;
    private final Time time;
    private final FileLease lease;
    private AppendFile file;
    private long length;

    /** All bytes that were ever appended; the file may have been written anew since. */
    private final AtomicLong written = new AtomicLong();

    /** Guarded by {@link #syncing}. */
    private long synced;

    private long syncedAt;

    private final Object syncing = new Object();

    /** @throws AgentKitException when another process has it, or it cannot be read and written */
    LedgerFile(Path path, RunSync sync, Time time) {
        this.path = path.toAbsolutePath();
        this.sync = sync;
        this.time = time;
        this.syncedAt = time.nanoTime();
        try {
            Files.createDirectories(parent());
            lease = lease();
            Files.deleteIfExists(sibling(".new"));
            file = AppendFile.Opener.SYSTEM.open(this.path);
        } catch (IOException failure) {
            throw failed("cannot be opened", failure);
        }
    }

    private Path parent() {
        return path.getParent() == null ? path : path.getParent();
    }

    private Path sibling(String ending) {
        return path.resolveSibling(path.getFileName() + ending);
    }

    private FileLease lease() throws IOException {
        FileLease ours = FileLease.of(path);
        if (ours == null) {
            throw new AgentKitException(
                    ErrorKind.CONFIG,
                    "The ledger of runs '%s' is in use: one process at a time can write it; give each its own file"
                            .formatted(path));
        }
        return ours;
    }

    /**
     * Reads all lines. What a process that was killed has left of its last line is taken away.
     *
     * @throws AgentKitException when a line in the middle is damaged, or it is another kind of file
     */
    void replay(Consumer<LedgerCodec.Line> lines) {
        try {
            byte[] bytes = Files.readAllBytes(path);
            if (startsHeader(bytes)) {
                rewind(0);
                write(HEADER);
            } else {
                length = bytes.length;
                read(bytes, lines);
            }
        } catch (IOException failure) {
            throw failed("cannot be read", failure);
        }
    }

    /** Whether there is nothing, or a part of the first line only. */
    private boolean startsHeader(byte[] bytes) {
        if (bytes.length < HEADER.length) {
            return new String(HEADER, StandardCharsets.UTF_8).startsWith(new String(bytes, StandardCharsets.UTF_8));
        }
        for (int i = 0; i < HEADER.length; i++) {
            if (bytes[i] != HEADER[i]) {
                throw new AgentKitException(
                        ErrorKind.CONFIG,
                        "'%s' is not a ledger of runs, or one of another version; name another file".formatted(path));
            }
        }
        return false;
    }

    private void read(byte[] bytes, Consumer<LedgerCodec.Line> lines) throws IOException {
        int start = HEADER.length;
        int damaged = -1;
        while (start < bytes.length) {
            int end = start;
            while (end < bytes.length && bytes[end] != '\n') {
                end++;
            }
            LedgerCodec.Line line = end == bytes.length
                    ? null
                    : LedgerCodec.read(new String(bytes, start, end - start, StandardCharsets.UTF_8));
            if (line == null) {
                damaged = damaged < 0 ? start : damaged;
            } else if (damaged >= 0) {
                throw new AgentKitException(
                        ErrorKind.STORE,
                        "The ledger of runs '%s' is damaged at byte %d; put back a copy, or move it away to start without it"
                                .formatted(path, damaged));
            } else {
                lines.accept(line);
            }
            start = end + 1;
        }
        if (damaged >= 0) {
            log.warn(
                    "The ledger of runs '{}' ends in the middle of a line: {} bytes are taken away",
                    path,
                    bytes.length - damaged);
            rewind(damaged);
        }
    }

    private void rewind(long end) throws IOException {
        file.truncate(end);
        length = end;
    }

    /** Appends one line, which is not on the disk before {@link #sync}. When it fails, what was written of it is no part of the file. */
    void append(String line) {
        try {
            write(line.getBytes(StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw failed("cannot be written", failure);
        }
    }

    private void write(byte[] bytes) throws IOException {
        // Over what a write that failed has left.
        file.write(length, bytes, bytes.length);
        length += bytes.length;
        written.addAndGet(bytes.length);
    }

    long written() {
        return written.get();
    }

    /**
     * Has on the disk what was appended, as the settings want it. Writers that come meanwhile are served together by the next one.
     *
     * @param upTo {@link #written()} after what has to be there
     */
    void sync(long upTo) {
        if (sync == RunSync.NEVER) {
            return;
        }
        synchronized (syncing) {
            long now = time.nanoTime();
            if (synced >= upTo || (sync == RunSync.SECOND && now - syncedAt < SYNC_NANOS)) {
                return;
            }
            long all = written.get();
            try {
                file.sync();
            } catch (IOException failure) {
                throw failed("cannot be written to the disk", failure);
            }
            synced = all;
            syncedAt = now;
        }
    }

    long length() {
        return length;
    }

    /** Replaces all lines; the file as it was stays when that fails. */
    void rewrite(Iterable<String> lines) throws IOException {
        Path beside = sibling(".new");
        try (AppendFile fresh = AppendFile.Opener.SYSTEM.open(beside)) {
            StringBuilder text = new StringBuilder(LedgerCodec.HEADER).append('\n');
            for (String line : lines) {
                text.append(line);
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            fresh.truncate(0);
            fresh.write(0, bytes, bytes.length);
            fresh.sync();
        }
        synchronized (syncing) {
            Files.move(beside, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            AppendFile before = file;
            file = AppendFile.Opener.SYSTEM.open(path);
            length = file.length();
            synced = written.get();
            before.close();
            FileLease.syncDirectory(parent());
        }
    }

    private AgentKitException failed(String how, @Nullable IOException failure) {
        return new AgentKitException(
                Failure.of(ErrorKind.STORE), "The ledger of runs '%s' %s".formatted(path, how), failure);
    }

    @Override
    public void close() {
        try (lease;
                AppendFile last = file) {
            if (sync != RunSync.NEVER) {
                last.sync();
            }
        } catch (IOException failure) {
            log.warn("The ledger of runs '{}' could not be closed", path, failure);
        }
    }
}
