package io.agentkit.audit;

import io.agentkit.audit.AuditVerification.ChainState;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows a chain line by line and finds where it breaks first. Not thread-safe.
 *
 * <p>It proves that no line was changed, put elsewhere or taken out between two others. It cannot prove that lines at the end are missing, nor
 * that not the whole chain was written anew: for that a hash has to have been kept elsewhere, see {@link #expect}.
 */
public final class ChainCheck {

    private final AuditCodec codec = new AuditCodec();
    private final Map<Long, String> expected = new LinkedHashMap<>();
    private final String name;
    private @Nullable String broken;
    private @Nullable String unfinished;
    private long entries;
    private long first;
    private String firstPrevious = "";
    private long head;
    private String headHash = "";
    private long removed;
    private String removedHash = "";

    public ChainCheck(String name) {
        this.name = name;
    }

    /** Has it look for an entry that was there once, by what was kept of it elsewhere. */
    public void expect(long number, String hash) {
        expected.put(number, hash);
    }

    /** Says that the chain begins after this entry, since older ones are not kept. */
    public void removed(long number, String hash) {
        removed = number;
        removedHash = hash;
    }

    /**
     * Takes the next line.
     *
     * @param where it stands, for people
     */
    public void line(String line, String where) {
        if (unfinished != null) {
            breaks("what stands at %s is not a whole entry".formatted(unfinished));
        }
        AuditRecord record = codec.read(line);
        if (record != null) {
            record(record, where);
        } else if (AuditCodec.statedHash(line) != null) {
            breaks("the entry at %s was changed: it does not have the hash that it says".formatted(where));
        } else {
            breaks("what stands at %s is not a whole entry".formatted(where));
        }
    }

    /** Says that the last line has no end. */
    public void unfinished(String where) {
        unfinished = where;
    }

    /** Takes the next record, whose hash is that of what it says. */
    void record(AuditRecord record, String where) {
        if (first == 0) {
            first = record.number();
            firstPrevious = record.previous();
        } else if (!follows(record)) {
            String how = record.number() > head + 1 ? "entries between them are missing" : "they are not in order";
            breaks("entry %d at %s does not follow entry %d: %s".formatted(record.number(), where, head, how));
        }
        note(record);
        if (broken == null) {
            entries++;
        }
        head = record.number();
        headHash = record.hash();
        String kept = expected.remove(head);
        if (kept != null && !kept.equals(headHash)) {
            breaks("entry %d at %s is not the one that was kept elsewhere".formatted(head, where));
        }
    }

    private boolean follows(AuditRecord record) {
        return record.number() == head + 1 && record.previous().equals(headHash);
    }

    private void note(AuditRecord record) {
        if (record.entry() instanceof AuditNote note
                && note.kind() == AuditNote.Kind.REMOVED
                && note.number() >= removed) {
            removed = note.number();
            removedHash = note.hash();
        }
    }

    private void breaks(String how) {
        if (broken == null) {
            broken = how;
        }
    }

    /** What was found. */
    public ChainState state() {
        if (first > 0 && !startsRight()) {
            // Older than anything else that may be wrong.
            broken = "entries before %d are missing, and no entry says that they were removed".formatted(first);
        }
        expected.keySet().stream()
                .filter(number -> number > removed)
                .findFirst()
                .ifPresent(number -> breaks("entry %d is missing".formatted(number)));
        return new ChainState(name, entries, first, head, headHash, broken, unfinished);
    }

    private boolean startsRight() {
        if (first == 1) {
            return firstPrevious.equals(AuditRecord.NOTHING);
        }
        return removed >= first || (removed == first - 1 && removedHash.equals(firstPrevious));
    }
}
