package io.agentkit.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** Not a channel: an interrupt that is meant for whoever writes would close it. */
final class SystemFile implements AppendFile {

    private final RandomAccessFile file;

    SystemFile(Path path) throws IOException {
        file = new RandomAccessFile(path.toFile(), "rw");
    }

    @Override
    public long length() throws IOException {
        return file.length();
    }

    @Override
    public void write(long at, byte[] bytes, int count) throws IOException {
        file.seek(at);
        file.write(bytes, 0, count);
    }

    @Override
    public void truncate(long length) throws IOException {
        file.setLength(length);
    }

    @Override
    public void sync() throws IOException {
        file.getFD().sync();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
