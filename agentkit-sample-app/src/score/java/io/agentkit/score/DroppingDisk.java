package io.agentkit.score;

import io.agentkit.file.AppendFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/** A disk that loses what was not synchronized when the machine stops, but for as many of its first bytes as chance has it. Thread-safe. */
final class DroppingDisk implements AppendFile.Opener {

    private final Map<Path, Long> safe = new ConcurrentHashMap<>();

    private volatile boolean stopped;

    @Override
    public AppendFile open(Path path) throws IOException {
        AppendFile file = AppendFile.Opener.SYSTEM.open(path);
        safe.put(path, file.length());
        return new AppendFile() {
            @Override
            public long length() throws IOException {
                return file.length();
            }

            @Override
            public void write(long at, byte[] bytes, int count) throws IOException {
                failWhenStopped();
                file.write(at, bytes, count);
            }

            @Override
            public void truncate(long length) throws IOException {
                failWhenStopped();
                file.truncate(length);
                safe.merge(path, length, Math::min);
            }

            @Override
            public void sync() throws IOException {
                long before = file.length();
                failWhenStopped();
                safe.merge(path, before, Math::max);
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }

    private void failWhenStopped() throws IOException {
        if (stopped) {
            throw new IOException("The machine has stopped");
        }
    }

    /** From now on nothing is written. */
    void stop() {
        stopped = true;
    }

    /** Leaves the files as they are found when the machine comes back. */
    void lose(RandomGenerator random) throws IOException {
        for (Map.Entry<Path, Long> each : safe.entrySet()) {
            Path path = each.getKey();
            if (Files.exists(path)) {
                long unsafe = Files.size(path) - each.getValue();
                try (AppendFile file = AppendFile.Opener.SYSTEM.open(path)) {
                    file.truncate(each.getValue() + (unsafe <= 0 ? 0 : random.nextLong(unsafe + 1)));
                }
            }
        }
    }
}
