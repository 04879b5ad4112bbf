package io.agentkit.audit;

import io.agentkit.audit.AuditVerification.ChainState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;

/**
 * Says of the files of a trail, live or copied, whether they are what was written:
 *
 * <pre>{@code java -cp agentkit-core.jar io.agentkit.audit.VerifyAudit audit*.jsonl}</pre>
 *
 * <p>Needs no other library. Files may be given in any order. {@code --expect PLACE:HASH}, as often as wanted, has it look for an entry whose
 * hash was kept elsewhere. Exits with 0 when the trail is intact, 1 when it is not, 2 when it was asked wrongly or cannot read.
 */
public final class VerifyAudit {

    private static final int BROKEN = 1;

    private static final int ASKED_WRONGLY = 2;

    private VerifyAudit() {}

    /** @param arguments files, and what is expected of them */
    public static void main(String... arguments) {
        System.exit(run(System.out, arguments));
    }

    static int run(Appendable out, String... arguments) {
        try {
            ChainCheck check = new ChainCheck("");
            List<Path> files = files(check, arguments);
            if (files.isEmpty()) {
                out.append("usage: VerifyAudit [--expect PLACE:HASH]... FILE...\n");
                return ASKED_WRONGLY;
            }
            for (Path file : files) {
                try (LineReader lines = new LineReader(file, Long.MAX_VALUE)) {
                    read(lines, file, check);
                }
            }
            return tell(out, check.state());
        } catch (IOException | IllegalArgumentException failure) {
            return complain(out, failure);
        }
    }

    private static int complain(Appendable out, Exception failure) {
        try {
            out.append("cannot verify: ").append(String.valueOf(failure)).append('\n');
        } catch (IOException nobody) {
            failure.addSuppressed(nobody);
        }
        return ASKED_WRONGLY;
    }

    private static List<Path> files(ChainCheck check, String... arguments) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            if ("--expect".equals(arguments[i]) && i + 1 < arguments.length) {
                String[] kept = arguments[++i].split(":");
                if (kept.length != 2) {
                    throw new IllegalArgumentException("'--expect' takes a place and a hash, such as 12:5f3a");
                }
                check.expect(Long.parseLong(kept[0]), kept[1].toLowerCase(Locale.ROOT));
            } else {
                files.add(Path.of(arguments[i]).toAbsolutePath().normalize());
            }
        }
        List<First> sorted = new ArrayList<>();
        for (Path file : new LinkedHashSet<>(files)) {
            sorted.add(new First(file, first(file)));
        }
        sorted.sort(Comparator.comparingLong(First::place));
        return sorted.stream().map(First::file).toList();
    }

    private record First(Path file, long place) {}

    /** Place of the first entry that can be read; a file without one goes to the end. */
    private static long first(Path file) throws IOException {
        AuditCodec codec = new AuditCodec();
        try (LineReader lines = new LineReader(file, Long.MAX_VALUE)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                AuditRecord record = codec.read(line);
                if (record != null) {
                    return record.number();
                }
            }
        }
        return Long.MAX_VALUE;
    }

    /** Has the lines of a file checked. */
    static void read(LineReader lines, Path file, ChainCheck check) throws IOException {
        int number = 0;
        for (String line = lines.next(); line != null; line = lines.next()) {
            String where = "line %d of %s".formatted(++number, file.getFileName());
            if (lines.isWhole()) {
                check.line(line, where);
            } else {
                check.unfinished(where);
            }
        }
    }

    private static int tell(Appendable out, ChainState state) throws IOException {
        if (state.broken() == null) {
            out.append("intact: %d entries, from %d to %d%nhead %d:%s%n"
                    .formatted(state.entries(), state.first(), state.head(), state.head(), state.headHash()));
            if (state.unfinished() != null) {
                out.append("%s is not whole: being written, or cut short%n".formatted(state.unfinished()));
            }
            return 0;
        }
        out.append("BROKEN: %s%n%d entries were right before that%n".formatted(state.broken(), state.entries()));
        return BROKEN;
    }
}
