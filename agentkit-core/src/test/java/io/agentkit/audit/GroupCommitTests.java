package io.agentkit.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.AgentKitException;
import io.agentkit.file.AppendFile;
import io.agentkit.test.AuditStoreContract;
import io.agentkit.test.FakeTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupCommitTests {

    private static final int THREADS = 8;

    private final CountDownLatch synchronizing = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
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
    void threadsThatComeMeanwhileShareOneSynchronization() throws Exception {
        List<Thread> threads = new ArrayList<>();
        AtomicInteger kept = new AtomicInteger();
        try (FileAuditStore store = new FileAuditStore(
                directory.resolve("audit.jsonl"), AuditFileSettings.defaults(), new FakeTime(), this::slow)) {
            for (int i = 0; i < THREADS; i++) {
                AuditStarted entry = AuditStoreContract.started(i);
                Thread thread = new Thread(() -> {
                    store.append(entry);
                    kept.incrementAndGet();
                });
                threads.add(thread);
                thread.start();
                await(synchronizing);
            }
            while (!threads.stream().allMatch(each -> each.getState() == Thread.State.WAITING)) {
                Thread.onSpinWait();
            }
            assertThat(kept.get()).isZero();
            released.countDown();
            for (Thread each : threads) {
                each.join();
            }

            assertThat(kept.get()).isEqualTo(THREADS);
            assertThat(syncs.get()).isEqualTo(3);
            assertThat(store.verify().isIntact()).isTrue();
        }
    }

    @Test
    void everybodyIsToldWhenItFails() throws Exception {
        AtomicInteger refused = new AtomicInteger();
        FaultyFile disk = new FaultyFile();
        try (FileAuditStore store = new FileAuditStore(
                directory.resolve("audit.jsonl"), AuditFileSettings.defaults(), new FakeTime(), disk)) {
            disk.room = 100;
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                AuditStarted entry = AuditStoreContract.started(i);
                Thread thread = new Thread(() -> {
                    try {
                        store.append(entry);
                    } catch (AgentKitException full) {
                        refused.incrementAndGet();
                    }
                });
                threads.add(thread);
                thread.start();
            }
            for (Thread each : threads) {
                each.join();
            }

            assertThat(refused.get()).isEqualTo(THREADS);
        }
    }
}
