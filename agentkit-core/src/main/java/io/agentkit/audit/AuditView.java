package io.agentkit.audit;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A trail as it stood at one moment, for reading while others write.
 *
 * @param first place of the first entry of the file that is written
 * @param length of that file
 * @param head place of the newest entry
 * @param open calls without an outcome
 */
record AuditView(AuditSegments segments, long first, long length, long head, String headHash, OpenCalls open) {

    /** Does something with a record; whether it wants another one. */
    @FunctionalInterface
    interface Visitor {

        boolean visit(AuditRecord record);
    }

    /** Newest first. A file that is gone was removed because it was old. */
    void backward(long before, Visitor visitor) throws IOException {
        AuditCodec codec = new AuditCodec();
        List<Path> files = segments.aside();
        files.add(segments.current());
        Collections.reverse(files);
        for (Path file : files) {
            long begins = segments.first(file);
            boolean last = begins == Long.MAX_VALUE || begins == first;
            if (!last && (begins > first || begins >= before)) {
                continue;
            }
            if (last && begins == Long.MAX_VALUE && isAside(files)) {
                continue;
            }
            if (!backward(file, last ? length : Long.MAX_VALUE, codec, visitor)) {
                return;
            }
        }
    }

    /** Whether the file that was written then has been put aside since. */
    private boolean isAside(List<Path> files) {
        return files.contains(segments.aside(first));
    }

    private static boolean backward(Path file, long length, AuditCodec codec, Visitor visitor) throws IOException {
        try (ReverseLines lines = new ReverseLines(file, length)) {
            for (String line = lines.previous(); line != null; line = lines.previous()) {
                AuditRecord record = codec.read(line);
                if (record != null && !visitor.visit(record)) {
                    return false;
                }
            }
            return true;
        } catch (NoSuchFileException | FileNotFoundException removed) {
            return true;
        }
    }

    AuditPage page(AuditFilter filter, @Nullable String before, int size) throws IOException {
        AuditPages pages = new AuditPages(filter, open, before, size);
        if (filter.decision() == AuditDecision.UNKNOWN) {
            for (AuditRecord record : open.newestFirst()) {
                if (!pages.take(record)) {
                    break;
                }
            }
        } else {
            backward(pages.before(), pages::take);
        }
        return pages.page();
    }

    /** All entries of one pass of a call, oldest first. */
    List<AuditRecord> find(String id) throws IOException {
        List<AuditRecord> known = open.find(id);
        if (known != null) {
            return known;
        }
        List<AuditRecord> found = new ArrayList<>(2);
        backward(Long.MAX_VALUE, record -> {
            if (record.isOf(id)) {
                found.add(record);
            }
            return found.isEmpty() || found.size() <= started(found.get(0));
        });
        Collections.reverse(found);
        return found;
    }

    private static int started(AuditRecord record) {
        return record.entry() instanceof AuditOutcome outcome ? outcome.started() : 0;
    }

    AuditVerification verify() throws IOException {
        ChainCheck check = new ChainCheck("");
        check.expect(head, headHash);
        List<Path> files = segments.aside();
        if (!isAside(files)) {
            files.add(segments.current());
        }
        for (Path file : files) {
            long begins = segments.first(file);
            if (begins <= first || begins == Long.MAX_VALUE) {
                VerifyAudit.read(file, begins == first || begins == Long.MAX_VALUE ? length : Long.MAX_VALUE, check);
            }
        }
        return new AuditVerification(List.of(check.state()));
    }
}
