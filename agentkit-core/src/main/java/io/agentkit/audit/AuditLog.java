package io.agentkit.audit;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.ErrorTrace;
import io.agentkit.audit.AuditQueue.Waiting;
import io.agentkit.file.AppendFile;
import io.agentkit.file.FileLease;
import io.agentkit.time.Time;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a trail: chains entries, writes them in batches, and puts files aside. One thread at a time, but for {@link #sync}, which those
 * who have written do together while others write.
 */
final class AuditLog {

    private static final Logger log = LoggerFactory.getLogger(AuditLog.class);

    /** No write is much longer. */
    private static final int PIECE = 256 * 1024;

    private static final class Buffer extends ByteArrayOutputStream {

        byte[] bytes() {
            return buf;
        }

        /** Has only the first bytes stay. */
        void cut(int size) {
            count = size;
        }
    }

    private final AuditSegments segments;
    private final AuditFileSettings settings;
    private final AppendFile.Opener opener;
    private final Time time;
    private final AuditCodec codec = new AuditCodec();
    private final Buffer buffer = new Buffer();
    private final OpenCalls open;

    /** Entries that nobody waits for and that could not be written yet. */
    private final List<Object> left = new ArrayList<>();

    /** How many these are, for those who do not write. */
    private volatile int leftCount;

    /** Not a monitor: virtual threads wait here. */
    private final ReentrantLock syncing = new ReentrantLock();

    private final AtomicLong written = new AtomicLong();

    /** Replaced while nobody writes nor synchronizes. */
    private AppendFile file;

    private boolean isOpen = true;

    private long length;
    private long number;
    private String hash = AuditRecord.NOTHING;

    /** Place of the first entry of the file. */
    private long first = 1;

    private Instant begun;
    private long largest;

    /** Changed by whoever has {@link #syncing}. */
    private volatile long synced;

    private volatile @Nullable IOException broken;

    /** How often files were removed. */
    private final AtomicInteger removals = new AtomicInteger();

    AuditLog(AuditSegments segments, AuditFileSettings settings, AppendFile.Opener opener, Time time)
            throws IOException {
        this.segments = segments;
        this.settings = settings;
        this.opener = opener;
        this.time = time;
        this.begun = time.now();
        this.largest = rotateBytes();
        this.file = opener.open(segments.current());
        FileLease.syncDirectory(segments.directory());
        try {
            List<Path> files = segments.aside();
            files.add(segments.current());
            AuditTail tail = new AuditTail(files);
            this.open = tail.open();
            goOn(tail);
        } catch (IOException | RuntimeException failure) {
            file.close();
            throw failure;
        }
    }

    private void goOn(AuditTail tail) throws IOException {
        AuditRecord head = tail.head();
        if (head != null) {
            number = head.number();
            hash = head.hash();
        }
        AuditRecord oldest = tail.firstOfLast();
        first = oldest == null ? number + 1 : oldest.number();
        Instant began = tail.begun();
        begun = began == null ? begun : began;
        length = file.length();
        if (oldest == null && length > 0 && !tail.couldBeOurs()) {
            throw new AgentKitException(
                    ErrorKind.CONFIG, "'%s' is not an audit trail; name another file".formatted(segments.current()));
        }
        segments.makeWay(first);
        if (tail.damagedAt() >= 0) {
            mend(tail);
        } else if (settings.sync() != AuditSync.NEVER) {
            file.sync();
        }
        rotateWhenDue();
        remove();
    }

    private void mend(AuditTail tail) throws IOException {
        AuditNote.Kind kind = AuditNote.Kind.RECOVERED;
        if (tail.goesOn()) {
            kind = AuditNote.Kind.DAMAGED;
            log.error(
                    "The audit trail '{}' is damaged at byte {}; the file is put aside as it is",
                    segments.current(),
                    tail.damagedAt());
            rotate();
        } else {
            log.warn(
                    "The audit trail '{}' ends in the middle of an entry: {} bytes are taken away",
                    segments.current(),
                    length - tail.damagedAt());
            file.truncate(tail.damagedAt());
            length = tail.damagedAt();
        }
        write(List.of(new AuditNote(kind, time.now(), number, number == 0 ? "" : hash)));
        sync(written.get());
    }

    private long rotateBytes() {
        return settings.rotateBytes() == null ? Long.MAX_VALUE : settings.rotateBytes();
    }

    /** Writes what is in the queue. Whoever waits for an entry of it finds there what became of that; the others are kept for the next time. */
    void write(AuditQueue queue) {
        List<Object> taken = queue.take();
        List<Object> items = taken;
        if (!left.isEmpty()) {
            items = new ArrayList<>(left);
            items.addAll(taken);
            left.clear();
        }
        int done = 0;
        try {
            throwWhenBroken();
            while (done < items.size()) {
                rotateWhenDue();
                done = writePiece(items, done);
            }
        } catch (IOException | RuntimeException | Error failure) {
            // Also where the machine has no more of something: whoever waits must not take silence for success.
            fail(items.subList(done, items.size()), failure);
        }
        leftCount = left.size();
    }

    /** How many entries wait to be written because they could not be. */
    int left() {
        return leftCount;
    }

    private void fail(List<Object> items, Throwable failure) {
        for (Object item : items) {
            if (item instanceof Waiting waiting) {
                waiting.failure = failure;
            } else {
                left.add(item);
            }
        }
    }

    private int writePiece(List<?> items, int from) throws IOException {
        int at = from;
        long place = number;
        String last = hash;
        List<AuditRecord> records = new ArrayList<>();
        buffer.reset();
        while (at < items.size() && buffer.size() < PIECE) {
            Object item = items.get(at++);
            AuditEntry entry = item instanceof Waiting waiting ? waiting.entry : (AuditEntry) item;
            String previous = last;
            int before = buffer.size();
            try {
                last = codec.append(buffer, place + 1, previous, entry);
            } catch (RuntimeException | Error failure) {
                buffer.cut(before);
                leaveOut(item, failure);
                continue;
            }
            place++;
            if (entry.isAwaited()) {
                records.add(new AuditRecord(place, previous, last, entry));
            }
        }
        put();
        number = place;
        hash = last;
        records.forEach(open::add);
        long all = written.addAndGet(buffer.size());
        for (Object item : items.subList(from, at)) {
            if (item instanceof Waiting waiting && waiting.failure == null) {
                waiting.written = all;
            }
        }
        return at;
    }

    /** One that cannot be put into words takes no others with it. */
    private void leaveOut(Object item, Throwable failure) {
        log.error(
                "An entry of the audit trail '{}' could not be put into words",
                segments.current(),
                ErrorTrace.of(failure));
        if (item instanceof Waiting waiting) {
            waiting.failure = failure;
        }
    }

    private void put() throws IOException {
        open();
        try {
            file.write(length, buffer.bytes(), buffer.size());
        } catch (IOException failure) {
            try {
                file.truncate(length);
            } catch (IOException left) {
                // The next write goes over it.
                failure.addSuppressed(left);
            }
            throw failure;
        }
        length += buffer.size();
    }

    /** Writes entries of the store itself. */
    private void write(List<? extends AuditEntry> entries) throws IOException {
        for (int done = 0; done < entries.size(); ) {
            done = writePiece(entries, done);
        }
    }

    private void throwWhenBroken() throws IOException {
        IOException failure = broken;
        if (failure != null) {
            throw new IOException("what the disk has of it is not known since it could not be synchronized", failure);
        }
    }

    /**
     * Returns once everything is on the disk that had been written at this point. When it fails nothing is written any more: nobody knows
     * what the disk has.
     */
    void sync(long upTo) throws IOException {
        if (synced >= upTo) {
            return;
        }
        syncing.lock();
        try {
            if (synced < upTo && settings.sync() != AuditSync.NEVER) {
                throwWhenBroken();
                long all = written.get();
                file.sync();
                synced = all;
            }
        } catch (IOException failure) {
            if (broken == null) {
                broken = failure;
                log.error(
                        "The audit trail '{}' could not be synchronized; nothing more is written to it",
                        segments.current(),
                        failure);
            }
            throw failure;
        } finally {
            syncing.unlock();
        }
    }

    long written() {
        return written.get();
    }

    boolean isBroken() {
        return broken != null;
    }

    private void rotateWhenDue() throws IOException {
        Duration age = settings.rotateAfter();
        boolean old = age != null && Duration.between(begun, time.now()).compareTo(age) >= 0;
        if (number >= first && (length >= largest || old)) {
            sync(written.get());
            try {
                rotate();
            } catch (IOException failure) {
                log.warn(
                        "The audit trail '{}' could not be put aside; it goes on growing", segments.current(), failure);
                largest = length + rotateBytes();
                begun = time.now();
                return;
            }
            repeat();
            largest = length + rotateBytes();
            remove();
        }
    }

    private void rotate() throws IOException {
        syncing.lock();
        try {
            isOpen = false;
            file.close();
            segments.putAside(first);
            length = 0;
            synced = written.get();
        } finally {
            syncing.unlock();
        }
        first = number + 1;
        begun = time.now();
        largest = rotateBytes();
        log.info("The audit trail '{}' begins a file after entry {} ({})", segments.current(), number, hash);
        open();
    }

    /** A file for which there was no room when the one before was put aside is tried again with each write. */
    private void open() throws IOException {
        if (!isOpen) {
            syncing.lock();
            try {
                file = opener.open(segments.current());
                isOpen = true;
            } finally {
                syncing.unlock();
            }
            FileLease.syncDirectory(segments.directory());
        }
    }

    private void repeat() {
        List<AuditEntry> entries = new ArrayList<>(open.starts());
        entries.add(new AuditNote(AuditNote.Kind.REPEATED, time.now(), number, hash));
        try {
            write(entries);
        } catch (IOException failure) {
            log.warn("Open calls could not be repeated; they are looked for in older files", failure);
        }
    }

    /** Removes files whose entries are all too old; that they were is on record first. */
    private void remove() {
        Duration keep = settings.keep();
        if (keep == null) {
            return;
        }
        Instant oldest = time.now().minus(keep);
        try {
            List<Path> old = new ArrayList<>();
            AuditRecord last = null;
            for (Path path : segments.aside()) {
                AuditRecord newest = newest(path);
                if (newest == null || !newest.entry().at().isBefore(oldest)) {
                    break;
                }
                old.add(path);
                last = newest;
            }
            if (last != null) {
                write(List.of(new AuditNote(AuditNote.Kind.REMOVED, time.now(), last.number(), last.hash())));
                sync(written.get());
                removals.incrementAndGet();
                for (Path path : old) {
                    segments.remove(path);
                }
            }
        } catch (IOException failure) {
            log.warn("Old files of the audit trail '{}' could not be removed", segments.current(), failure);
        }
    }

    private @Nullable AuditRecord newest(Path path) throws IOException {
        try (ReverseLines lines = new ReverseLines(path, Long.MAX_VALUE)) {
            for (String line = lines.previous(); line != null; line = lines.previous()) {
                AuditRecord record = codec.read(line);
                if (record != null) {
                    return record;
                }
            }
        }
        return null;
    }

    AuditView view() {
        return new AuditView(segments, first, length, number, hash, open.copy(), removals.get());
    }

    int removals() {
        return removals.get();
    }

    /** Waits for nobody: whoever still writes fails. */
    void close() throws IOException {
        try (AppendFile last = file) {
            if (!isBroken()) {
                sync(written.get());
            }
        }
        log.info("The audit trail '{}' ends with entry {} ({})", segments.current(), number, hash);
    }
}
