package io.agentkit.testserver;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Bounded waits that fail the test with a sentence instead of hanging it. */
final class Waits {

    /** Long enough for a loaded machine; a passing test never waits it out. */
    static final int SECONDS = 30;

    private Waits() {}

    /** Waits until {@code arrivals} counted at least {@code n}, and leaves the count as it was. */
    static void forAtLeast(Semaphore arrivals, int n, String what) {
        if (n < 1) {
            throw new IllegalArgumentException("'n' must be at least 1 (was " + n + ")");
        }
        try {
            if (!arrivals.tryAcquire(n, SECONDS, TimeUnit.SECONDS)) {
                throw late("expected " + n + " " + what + ", saw " + arrivals.availablePermits());
            }
            arrivals.release(n);
        } catch (InterruptedException ex) {
            throw interrupted(ex);
        }
    }

    static <T> T forNext(BlockingQueue<T> queue, String otherwise) {
        try {
            @Nullable T next = queue.poll(SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                throw late(otherwise);
            }
            return next;
        } catch (InterruptedException ex) {
            throw interrupted(ex);
        }
    }

    private static AssertionError late(String message) {
        return new AssertionError(message + " within " + SECONDS + " s");
    }

    private static IllegalStateException interrupted(InterruptedException ex) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while waiting", ex);
    }
}
