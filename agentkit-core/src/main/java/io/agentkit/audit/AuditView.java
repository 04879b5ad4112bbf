package io.agentkit.audit;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
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
 * @param removals how often files had been removed
 */
record AuditView(
        AuditSegments segments, long first, long length, long head, String headHash, OpenCalls open, int removals) {

    /** Does something with a record; whether it wants another one. */
    @FunctionalInterface
    interface Visitor {

        boolean visit(AuditRecord record);
    }

    /** Reads a file from one of its ends. */
    @FunctionalInterface
    private interface Opener<T extends Closeable> {

        T open(Path file, long length) throws IOException;
    }

    /** Newest first. A file that is gone was removed because it was old. */
    void backward(long before, Visitor visitor) throws IOException {
        if (first < before) {
            try (ReverseLines lines = openLast(ReverseLines::new)) {
                if (!backward(lines, visitor)) {
                    return;
                }
            } catch (NoSuchFileException | FileNotFoundException removed) {
                return;
            }
        }
        List<Path> files = older();
        Collections.reverse(files);
        for (Path file : files) {
            if (segments.first(file) >= before) {
                continue;
            }
            try (ReverseLines lines = new ReverseLines(file, Long.MAX_VALUE)) {
                if (!backward(lines, visitor)) {
                    return;
                }
            } catch (NoSuchFileException | FileNotFoundException removed) {
                continue;
            }
        }
    }

    private static boolean backward(ReverseLines lines, Visitor visitor) throws IOException {
        AuditCodec codec = new AuditCodec();
        for (String line = lines.previous(); line != null; line = lines.previous()) {
            AuditRecord record = codec.read(line);
            if (record != null && !visitor.visit(record)) {
                return false;
            }
        }
        return true;
    }

    /** The files before the one that was written then, oldest first. */
    private List<Path> older() throws IOException {
        List<Path> files = segments.aside();
        Path last = segments.aside(first);
        files.removeIf(file -> segments.first(file) > first || file.equals(last));
        return files;
    }

    /** The file that was written then, which has another name as soon as it is put aside. */
    private <T extends Closeable> T openLast(Opener<T> opener) throws IOException {
        Path aside = segments.aside(first);
        if (!Files.exists(aside)) {
            T opened = openCurrent(opener, aside);
            if (opened != null) {
                if (!Files.exists(aside)) {
                    return opened;
                }
                opened.close();
            }
        }
        return opener.open(aside, length);
    }

    /** Null when it was put aside and there is no other yet. */
    private <T extends Closeable> @Nullable T openCurrent(Opener<T> opener, Path aside) throws IOException {
        try {
            return opener.open(segments.current(), length);
        } catch (NoSuchFileException | FileNotFoundException moved) {
            if (!Files.exists(aside)) {
                throw moved;
            }
            return null;
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
        for (Path file : older()) {
            try (LineReader lines = new LineReader(file, Long.MAX_VALUE)) {
                VerifyAudit.read(lines, file, check);
            } catch (NoSuchFileException removed) {
                continue;
            }
        }
        try (LineReader lines = openLast(LineReader::new)) {
            VerifyAudit.read(lines, segments.current(), check);
        } catch (NoSuchFileException removed) {
            // Without the newest entry, which is looked for.
            return new AuditVerification(List.of(check.state()));
        }
        return new AuditVerification(List.of(check.state()));
    }
}
