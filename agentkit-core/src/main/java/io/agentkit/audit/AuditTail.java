package io.agentkit.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an earlier process has left: where the chain ends, which calls are open, and whether the last file is whole. */
final class AuditTail {

    private final AuditCodec codec = new AuditCodec();
    private final OpenCalls open = new OpenCalls();
    private @Nullable AuditRecord head;
    private @Nullable AuditRecord firstOfLast;
    private @Nullable Instant begun;
    private long damagedAt = -1;
    private boolean goesOn;
    private String beginning = "";

    /** @param files oldest first; the last is the one that is written */
    AuditTail(List<Path> files) throws IOException {
        int from = files.size() - 1;
        while (from > 0 && !repeats(files.get(from))) {
            from--;
        }
        for (Path file : files.subList(from, files.size())) {
            read(file);
        }
    }

    /** Whether nobody has to look into older files for open calls. */
    private boolean repeats(Path file) throws IOException {
        try (LineReader lines = new LineReader(file, Long.MAX_VALUE)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                AuditRecord record = codec.read(line);
                if (record != null && isRepeated(record)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isRepeated(AuditRecord record) {
        return record.entry() instanceof AuditNote note && note.kind() == AuditNote.Kind.REPEATED;
    }

    private void read(Path file) throws IOException {
        firstOfLast = null;
        begun = null;
        damagedAt = -1;
        goesOn = false;
        try (LineReader lines = new LineReader(file, Long.MAX_VALUE)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                AuditRecord record = lines.isWhole() ? codec.read(line) : null;
                if (lines.start() == 0) {
                    beginning = line;
                }
                if (record == null) {
                    damagedAt = damagedAt < 0 ? lines.start() : damagedAt;
                    continue;
                }
                goesOn = damagedAt >= 0;
                firstOfLast = firstOfLast == null ? record : firstOfLast;
                begun = begun == null || isRepeated(record) ? record.entry().at() : begun;
                head = record;
                open.add(record);
            }
        }
    }

    OpenCalls open() {
        return open;
    }

    /** The newest entry; null when there is none. */
    @Nullable
    AuditRecord head() {
        return head;
    }

    /** The first entry of the last file; null when it has none. */
    @Nullable
    AuditRecord firstOfLast() {
        return firstOfLast;
    }

    /** When the last file was begun: not when the calls came that are told of in it once more. Null when it has no entry. */
    @Nullable
    Instant begun() {
        return begun;
    }

    /** Where the last file is not whole; less than 0 when it is. */
    long damagedAt() {
        return damagedAt;
    }

    /** Whether a file without an entry may be what is left of the first: a part of it, or nothing at all in its place. */
    boolean couldBeOurs() {
        String begins = AuditCodec.BEGINNING;
        return beginning.startsWith(begins)
                || begins.startsWith(beginning)
                || beginning.chars().allMatch(character -> character == 0);
    }

    /** Whether there are entries behind that: then it is no write that was cut short. */
    boolean goesOn() {
        return goesOn;
    }
}
