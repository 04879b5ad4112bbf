package io.agentkit.score;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Lines that outlive the process that writes them: each is one write of the operating system at the end of the file. Thread-safe.
 */
final class CrashLines implements AutoCloseable {

    private final FileChannel channel;

    CrashLines(Path path) {
        try {
            channel = FileChannel.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void add(String line) {
        try {
            channel.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** All whole lines; none when there is no file. */
    static List<String> read(Path path) throws IOException {
        if (!Files.exists(path)) {
            return List.of();
        }
        String text = Files.readString(path);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
