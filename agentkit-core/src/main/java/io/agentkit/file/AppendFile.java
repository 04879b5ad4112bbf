package io.agentkit.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A file that is written at its end. What was written survives the process; what was synchronized survives the machine. Interrupts have no
 * effect on it. One thread at a time writes; another one may synchronize meanwhile.
 */
public interface AppendFile extends Closeable {

    /** How many bytes it has. */
    long length() throws IOException;

    /**
     * Writes over what stands at this place, if anything does. When it throws, any part may have been written.
     *
     * @param count how many of the bytes, from the first
     */
    void write(long at, byte[] bytes, int count) throws IOException;

    /** Cuts off what stands behind this place. */
    void truncate(long length) throws IOException;

    /**
     * Returns once all that was written before is on the disk. When it throws nobody knows what is, nor does a later success tell: systems
     * forget about what they could not write.
     */
    void sync() throws IOException;

    /** Opens files, and makes those that are not there. */
    @FunctionalInterface
    interface Opener {

        /** The files of the system. */
        Opener SYSTEM = SystemFile::new;

        AppendFile open(Path path) throws IOException;
    }
}
