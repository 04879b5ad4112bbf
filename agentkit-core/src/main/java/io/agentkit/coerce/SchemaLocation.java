package io.agentkit.coerce;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a schema is written down. */
final class SchemaLocation {

    private static final String CLASS_PATH = "classpath:";

    private static final String FILE = "file:";

    private SchemaLocation() {}

    /** @throws IllegalArgumentException when there is none */
    static String read(String location) {
        try {
            if (!location.startsWith(CLASS_PATH)) {
                String file = location.startsWith(FILE) ? location.substring(FILE.length()) : location;
                return Files.readString(Path.of(file));
            }
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            try (InputStream in = loader.getResourceAsStream(location.substring(CLASS_PATH.length()))) {
                if (in == null) {
                    throw new IllegalArgumentException(
                            "'schema' must be where a file is (was '%s')".formatted(location));
                }
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException | UncheckedIOException absent) {
            throw new IllegalArgumentException(
                    "'schema' must be where a file is (was '%s')".formatted(location), absent);
        }
    }
}
