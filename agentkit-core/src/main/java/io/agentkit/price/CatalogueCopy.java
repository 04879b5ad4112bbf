package io.agentkit.price;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The last good catalogue on disk, with what its source calls it in a second file beside it. Each file is written whole or not at all; the
 * second one counts only with the file it was written for.
 */
final class CatalogueCopy {

    /**
     * What was kept.
     *
     * @param version null when the two files do not belong together
     */
    record Kept(byte[] body, Fetched.@Nullable Version version, Instant asOf) {}

    private final Path file;
    private final Path about;
    private final int maxBytes;

    CatalogueCopy(Path file, int maxBytes) {
        this.file = file;
        this.about = file.resolveSibling(file.getFileName() + ".about");
        this.maxBytes = maxBytes;
    }

    /** The usual place for a copy of a source. */
    static Path usual(String from) {
        String name = "prices-" + digest(from.getBytes(StandardCharsets.UTF_8)).substring(0, 16) + ".json";
        return Path.of(System.getProperty("user.home", "."), ".cache", "agentkit", name);
    }

    /** What is there; null when nothing is. */
    @Nullable
    Kept read() throws IOException {
        if (!Files.isRegularFile(file)) {
            return null;
        }
        byte[] body = CatalogueFile.read(file, maxBytes);
        Properties known = new Properties();
        if (Files.isRegularFile(about)) {
            try (Reader reader = new StringReader(Files.readString(about))) {
                known.load(reader);
            } catch (IllegalArgumentException garbled) {
                known.clear();
            }
        }
        boolean together = digest(body).equals(known.getProperty("digest"));
        String tag = known.getProperty("tag");
        String modified = known.getProperty("modified");
        boolean named = together && (tag != null || modified != null);
        return new Kept(
                body,
                named ? new Fetched.Version(tag, modified) : null,
                asOf(together ? known.getProperty("asOf") : null));
    }

    private Instant asOf(@Nullable String written) throws IOException {
        try {
            return written == null ? Files.getLastModifiedTime(file).toInstant() : Instant.parse(written);
        } catch (DateTimeException garbled) {
            return Files.getLastModifiedTime(file).toInstant();
        }
    }

    void write(byte[] body, Fetched.@Nullable Version version, Instant asOf) throws IOException {
        write(file, body);
        describe(digest(body), version, asOf);
    }

    /** Notes when the source was last seen to have what is kept. */
    void confirm(Instant asOf) throws IOException {
        Kept kept = read();
        if (kept != null) {
            describe(digest(kept.body()), kept.version(), asOf);
        }
    }

    private void describe(String digest, Fetched.@Nullable Version version, Instant asOf) throws IOException {
        Properties known = new Properties();
        known.setProperty("digest", digest);
        known.setProperty("asOf", asOf.toString());
        if (version != null && version.tag() != null) {
            known.setProperty("tag", version.tag());
        }
        if (version != null && version.modified() != null) {
            known.setProperty("modified", version.modified());
        }
        StringWriter text = new StringWriter();
        known.store(text, null);
        write(about, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void write(Path target, byte[] content) throws IOException {
        Path folder = target.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path whole = Files.createTempFile(folder, target.getFileName().toString(), ".new");
        try {
            Files.write(whole, content);
            Files.move(whole, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(whole);
        }
    }

    private static String digest(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException never) {
            throw new IllegalStateException(never);
        }
    }
}
