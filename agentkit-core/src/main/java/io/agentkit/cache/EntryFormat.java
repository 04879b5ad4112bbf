package io.agentkit.cache;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/** Entries in bytes: a number for the format, a letter for what it is of, and the rest compressed. */
final class EntryFormat {

    /** Changes with what is written, so that no version reads what another one meant differently. */
    private static final int VERSION = 1;

    private static final int HEADER = 2;

    /** What entries are of. */
    enum Kind {
        TEXT,
        REPLY;

        int letter() {
            return name().charAt(0);
        }
    }

    /** Writes the rest. */
    interface Writing {
        void to(EntryOutput out) throws IOException;
    }

    /** Reads the rest. */
    interface Reading<T> {
        T from(EntryInput in) throws IOException;
    }

    private EntryFormat() {}

    static byte[] write(Kind kind, Writing rest) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(VERSION);
        bytes.write(kind.letter());
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            rest.to(new EntryOutput(out));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /**
     * Null when another version wrote it, or it is of something else.
     *
     * @throws IllegalStateException when the bytes are damaged
     */
    static <T> @Nullable T read(Kind kind, byte[] bytes, Reading<T> rest) {
        if (bytes.length < HEADER || bytes[0] != VERSION || bytes[1] != kind.letter()) {
            return null;
        }
        try (DataInputStream in = new DataInputStream(
                new InflaterInputStream(new ByteArrayInputStream(bytes, HEADER, bytes.length - HEADER)))) {
            T read = rest.from(new EntryInput(in));
            // Only at the end is it known that what was read is what was written.
            if (in.read() >= 0) {
                throw new IOException("An entry goes on where it should end");
            }
            return read;
        } catch (IOException damaged) {
            throw new IllegalStateException("An entry of a cache is damaged", damaged);
        }
    }
}
