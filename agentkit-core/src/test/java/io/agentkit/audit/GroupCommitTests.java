package io.agentkit.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.file.AppendFile;
import io.agentkit.test.AuditStoreContract;
import io.agentkit.test.FakeTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupCommitTests {

    private static final int THREADS = 8;

    private final CountDownLatch synchronizing = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch written = new CountDownLatch(THREADS);
    private final AtomicInteger syncs = new AtomicInteger();

    @TempDir
    private Path directory;

    /** The first entry's synchronization takes until it is released. */
    private AppendFile slow(Path path) throws IOException {
        AppendFile file = AppendFile.Opener.SYSTEM.open(path);
        return new AppendFile() {
            @Override
            public long length() throws IOException {
                return file.length();
            }

            @Override
            public void write(long at, byte[] bytes, int count) throws IOException {
                file.write(at, bytes, count);
                for (int i = 0; i < count; i++) {
                    if (bytes[i] == '\n') {
                        written.countDown();
                    }
                }
            }

            @Override
            public void truncate(long length) throws IOException {
                file.truncate(length);
            }

            @Override
            public void sync() throws IOException {
                if (syncs.incrementAndGet() == 2) {
                    synchronizing.countDown();
                    await(released);
                }
                file.sync();
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void threadsThatWriteMeanwhileShareOneSynchronization() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (FileAuditStore store = new FileAuditStore(
                directory.resolve("audit.jsonl"), AuditFileSettings.defaults(), new FakeTime(), this::slow)) {
            List<Future<?>> all = new ArrayList<>();
            all.add(threads.submit(() -> store.append(AuditStoreContract.started(0))));
            await(synchronizing);
            for (int i = 1; i < THREADS; i++) {
                AuditStarted entry = AuditStoreContract.started(i);
                all.add(threads.submit(() -> store.append(entry)));
            }
            await(written);
            released.countDown();
            for (Future<?> each : all) {
                each.get();
            }

            assertThat(syncs.get()).isEqualTo(3);
            assertThat(store.verify().isIntact()).isTrue();
        } finally {
            threads.shutdown();
        }
    }
}
