package io.agentkit.audit;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The lines of a file, last to first. Not thread-safe. */
final class ReverseLines implements Closeable {

    private static final int BLOCK = 64 * 1024;

    private final RandomAccessFile file;

    /** What was read and not given yet stands from the first byte to {@link #end}. */
    private byte[] bytes = new byte[0];

    private int end;

    /** Where the bytes stand in the file. */
    private long from;

    /** @param length how much of it is read */
    ReverseLines(Path path, long length) throws IOException {
        file = new RandomAccessFile(path.toFile(), "r");
        from = Math.min(length, file.length());
    }

    /** The line before the one that was given last, without its end; null when there is none. */
    @Nullable
    String previous() throws IOException {
        if (end == 0 && from == 0) {
            return null;
        }
        int last = end;
        while (true) {
            int newline = newlineBefore(last);
            if (newline >= 0) {
                String line = new String(bytes, newline + 1, end - newline - 1, StandardCharsets.UTF_8);
                end = newline;
                if (!line.isEmpty()) {
                    return line;
                }
                last = newline;
            } else if (from == 0) {
                String line = new String(bytes, 0, end, StandardCharsets.UTF_8);
                end = 0;
                return line.isEmpty() ? null : line;
            } else {
                last = more();
            }
        }
    }

    private int newlineBefore(int index) {
        for (int i = index - 1; i >= 0; i--) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** Puts what stands before ahead of the bytes, and tells how much that is: no line ends in the rest. */
    private int more() throws IOException {
        int size = (int) Math.min(BLOCK, from);
        byte[] larger = new byte[size + end];
        file.seek(from - size);
        file.readFully(larger, 0, size);
        System.arraycopy(bytes, 0, larger, size, end);
        bytes = larger;
        end += size;
        from -= size;
        return size;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
