package io.agentkit.audit;

import io.agentkit.file.AppendFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A disk that keeps nothing that was not synchronized, is full when told so, and fails to write or to synchronize. {@link #powerFails} leaves
 * files as they would be found after the machine stopped.
 */
final class FaultyFile implements AppendFile.Opener {

    private final Map<Path, byte[]> durable = new LinkedHashMap<>();

    /** Bytes that can still be written before the disk is full. */
    long room = Long.MAX_VALUE;

    boolean syncFails;

    /** Whether no file can be opened. */
    boolean openFails;

    /** What stands between an intended write and the disk. */
    Runnable beforeWrite = () -> {};

    int syncs;

    @Override
    public synchronized AppendFile open(Path path) throws IOException {
        if (openFails) {
            throw new IOException("Too many open files");
        }
        AppendFile file = AppendFile.Opener.SYSTEM.open(path);
        durable.computeIfAbsent(path, added -> content(path));
        return new AppendFile() {
            @Override
            public long length() throws IOException {
                return file.length();
            }

            @Override
            public void write(long at, byte[] bytes, int count) throws IOException {
                beforeWrite.run();
                int fits = (int) Math.min(room, count);
                room -= fits;
                file.write(at, bytes, fits);
                if (fits < count) {
                    throw new IOException("No space left on device");
                }
            }

            @Override
            public void truncate(long length) throws IOException {
                file.truncate(length);
            }

            @Override
            public void sync() throws IOException {
                syncs++;
                if (syncFails) {
                    throw new IOException("Input/output error");
                }
                synchronized (FaultyFile.this) {
                    durable.put(path, content(path));
                }
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }

    private static byte[] content(Path path) {
        try {
            return Files.exists(path) ? Files.readAllBytes(path) : new byte[0];
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * The machine stops: what was not synchronized is gone but for its first bytes, as far as they happened to be written.
     *
     * @param more how many of them
     */
    synchronized void powerFails(Path path, int more) throws IOException {
        byte[] whole = content(path);
        int kept = Math.min(whole.length, durable.getOrDefault(path, new byte[0]).length + more);
        Files.write(path, Arrays.copyOf(whole, kept));
    }
}
