package io.agentkit.score;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** Has threads do one thing again and again for a while, and notes how long each time took. */
final class AuditLoad {

    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    private static final int MOST_NOTED = 200_000;

    /**
     * What came of it.
     *
     * @param perSecond over all threads
     * @param median nanoseconds one took
     * @param p99 nanoseconds that 99 of 100 did not exceed
     */
    record Rate(double perSecond, long median, long p99) {}

    private AuditLoad() {}

    /**
     * @param work takes the number of the thread
     * @param end is done once after all, and counts
     */
    static Rate run(int threads, IntConsumer work, Runnable end) throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        long[][] noted = new long[threads][];
        long[] done = new long[threads];
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int number = i;
            all[i] = new Thread(() -> {
                try {
                    go.await();
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
                long[] times = new long[MOST_NOTED / threads];
                long start = System.nanoTime();
                long before = start;
                int count = 0;
                while (before - start < NANOS) {
                    work.accept(number);
                    long after = System.nanoTime();
                    times[count++ % times.length] = after - before;
                    before = after;
                }
                done[number] = count;
                noted[number] = Arrays.copyOf(times, Math.min(count, times.length));
            });
            all[i].start();
        }
        long start = System.nanoTime();
        go.countDown();
        for (Thread thread : all) {
            thread.join();
        }
        end.run();
        double seconds = (System.nanoTime() - start) / 1e9;
        long[] times =
                Arrays.stream(noted).flatMapToLong(Arrays::stream).sorted().toArray();
        return new Rate(
                Arrays.stream(done).sum() / seconds, times[times.length / 2], times[(int) (times.length * 0.99)]);
    }
}
