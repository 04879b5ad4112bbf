package io.agentkit.audit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The lines of a file, first to last. Not thread-safe. */
final class LineReader implements Closeable {

    private static final int BUFFER = 64 * 1024;

    /** Longer ones are none of ours; a part of them is as good. */
    private static final int LONGEST = 1 << 24;

    private final InputStream in;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(1024);
    private long left;
    private long start;
    private long next;
    private boolean whole;

    /** @param length how much of it is read */
    LineReader(Path path, long length) throws IOException {
        this(Files.newInputStream(path), length);
    }

    LineReader(InputStream in, long length) {
        this.in = new BufferedInputStream(in, BUFFER);
        this.left = length;
    }

    /** The next line without its end; null when there is none. */
    @Nullable
    String next() throws IOException {
        line.reset();
        start = next;
        whole = false;
        while (left > 0) {
            int read = in.read();
            if (read < 0) {
                break;
            }
            left--;
            next++;
            if (read == '\n') {
                whole = true;
                break;
            }
            if (line.size() < LONGEST) {
                line.write(read);
            }
        }
        return next == start ? null : line.toString(StandardCharsets.UTF_8);
    }

    /** Where the line that was read last begins. */
    long start() {
        return start;
    }

    /** Whether it has an end. */
    boolean isWhole() {
        return whole;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
