package io.agentkit.price;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A catalogue on disk. */
record CatalogueFile(Path path, int maxBytes) implements CatalogueSource {

    @Override
    public Fetched fetch(Fetched.@Nullable Version known) throws IOException {
        try {
            var version = new Fetched.Version(null, Files.getLastModifiedTime(path) + ", " + Files.size(path));
            return version.equals(known) ? new Fetched(null, known) : new Fetched(read(path, maxBytes), version);
        } catch (CatalogueException own) {
            throw own;
        } catch (IOException unreadable) {
            throw new CatalogueException("it cannot be read", unreadable);
        }
    }

    static byte[] read(Path path, int maxBytes) throws IOException {
        try (InputStream file = Files.newInputStream(path)) {
            byte[] body = file.readNBytes(maxBytes + 1);
            if (body.length > maxBytes) {
                throw CatalogueException.tooLarge(maxBytes);
            }
            return body;
        }
    }
}
