package io.agentkit.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right to write a file, for one process at a time: a lock on a file beside it, which goes with the process however that ends.
 */
public final class FileLease implements Closeable {

    private static final Logger log = LoggerFactory.getLogger(FileLease.class);

    /** What this process has. Systems end all locks of a process on a file when it closes any channel of it, so one is never opened twice. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path beside;
    private final FileChannel channel;

    private FileLease(Path beside, FileChannel channel) {
        this.beside = beside;
        this.channel = channel;
    }

    /** Null when another process has it, or somebody else in this one. */
    public static @Nullable FileLease of(Path path) throws IOException {
        Path directory = path.toAbsolutePath().resolveSibling("").toRealPath();
        Path beside = directory.resolve(path.getFileName() + ".lock");
        if (!HELD.add(beside)) {
            return null;
        }
        FileLease lease = null;
        try {
            lease = lock(beside);
            return lease;
        } finally {
            if (lease == null) {
                HELD.remove(beside);
            }
        }
    }

    private static @Nullable FileLease lock(Path beside) throws IOException {
        FileChannel channel = FileChannel.open(beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return new FileLease(beside, channel);
            }
        } catch (OverlappingFileLockException ours) {
            log.debug("The file is open in this process already", ours);
        }
        channel.close();
        return null;
    }

    /** Has the directory know on the disk which files it has. Not every system can; those that cannot keep the order by themselves. */
    public static void syncDirectory(Path directory) {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException failure) {
            log.debug("A directory cannot be synchronized", failure);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HELD.remove(beside);
        }
    }
}
