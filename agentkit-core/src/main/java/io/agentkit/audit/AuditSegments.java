package io.agentkit.audit;

import io.agentkit.file.FileLease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a trail: the one that is written, such as {@code audit.jsonl}, and those put aside, {@code audit.0000000000000000001.jsonl},
 * named after the place of their first entry.
 */
final class AuditSegments {

    private static final String PLACE = "%019d";

    private final Path current;
    private final String base;
    private final String ending;
    private final Pattern aside;

    AuditSegments(Path path) {
        this.current = path.toAbsolutePath();
        String name = String.valueOf(current.getFileName());
        int dot = name.lastIndexOf('.');
        this.base = dot <= 0 ? name : name.substring(0, dot);
        this.ending = dot <= 0 ? "" : name.substring(dot);
        this.aside = Pattern.compile(Pattern.quote(base) + "\\.(\\d{19})(?:-\\d+)?" + Pattern.quote(ending));
    }

    Path current() {
        return current;
    }

    Path directory() {
        Path parent = current.getParent();
        return parent == null ? current : parent;
    }

    /** Where the file goes whose first entry has this place. */
    Path aside(long first) {
        return current.resolveSibling(base + "." + PLACE.formatted(first) + ending);
    }

    /** Those put aside, oldest first. */
    List<Path> aside() throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> all = Files.list(directory())) {
            all.filter(path -> aside.matcher(path.getFileName().toString()).matches())
                    .sorted()
                    .forEach(found::add);
        }
        return found;
    }

    /** The place of a file's first entry; {@link Long#MAX_VALUE} for the one that is written. */
    long first(Path path) {
        Matcher matcher = aside.matcher(path.getFileName().toString());
        return matcher.matches() ? Long.parseLong(matcher.group(1)) : Long.MAX_VALUE;
    }

    /** Puts the current file aside. One that is there already under that name is never written over. */
    void putAside(long first) throws IOException {
        makeWay(first);
        move(current, aside(first));
    }

    /** Has no file stand where the current one goes: one that does has lost its entries, and keeps a name in front of that. */
    void makeWay(long first) throws IOException {
        if (Files.exists(aside(first))) {
            Path free = aside(first);
            for (int i = 1; Files.exists(free); i++) {
                free = current.resolveSibling(base + "." + PLACE.formatted(first) + "-" + i + ending);
            }
            move(aside(first), free);
        }
    }

    private void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        FileLease.syncDirectory(directory());
    }

    void remove(Path path) throws IOException {
        Files.deleteIfExists(path);
        FileLease.syncDirectory(directory());
    }
}
