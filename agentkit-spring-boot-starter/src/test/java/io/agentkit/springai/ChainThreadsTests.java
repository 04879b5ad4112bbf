package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class ChainThreadsTests {

    @Test
    void aNestedCallNeedsNoPermit() {
        CountDownLatch holding = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        LinkedBlockingQueue<String> done = new LinkedBlockingQueue<>();
        try (ChainThreads threads = new ChainThreads(work -> new Thread(work).start(), 1)) {
            threads.start(
                    () -> {
                        holding.countDown();
                        ChatModelStreamTests.await(release);
                        return () -> done.add("outer");
                    },
                    false);
            ChatModelStreamTests.await(holding);

            assertThat(threads.start(() -> () -> {}, false)).isFalse();
            assertThat(threads.start(() -> () -> done.add("nested"), true)).isTrue();
            assertThat(ChatModelStreamTests.poll(done)).isEqualTo("nested");
            release.countDown();
            assertThat(ChatModelStreamTests.poll(done)).isEqualTo("outer");
        }
    }

    @Test
    void thePermitIsBackBeforeTheEndIsTold() {
        LinkedBlockingQueue<Integer> free = new LinkedBlockingQueue<>();
        try (ChainThreads threads = ChainThreads.of(false)) {
            threads.start(() -> () -> free.add(threads.free()), false);

            assertThat(ChatModelStreamTests.poll(free)).isEqualTo(ChainThreads.LIMIT);
        }
    }

    @Test
    void aPoolThatIsClosedRefuses() {
        ChainThreads threads = ChainThreads.of(false);
        threads.close();

        assertThat(threads.start(() -> () -> {}, false)).isFalse();
        assertThat(threads.free()).isEqualTo(ChainThreads.LIMIT);
    }

    @Test
    void chainsWaitOnVirtualThreadsWhereTheApplicationUsesThem() {
        if (Runtime.version().feature() < 21) {
            // Boot calls them active from Java 21 on only.
            assertThatThrownBy(() -> ChainThreads.of(true)).isInstanceOf(UnsupportedOperationException.class);
            return;
        }
        LinkedBlockingQueue<String> thread = new LinkedBlockingQueue<>();
        try (ChainThreads threads = ChainThreads.of(true)) {
            threads.start(() -> () -> thread.add(Thread.currentThread().toString()), false);

            assertThat(ChatModelStreamTests.poll(thread)).startsWith("VirtualThread");
        }
    }
}
