package io.agentkit.springai;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Threads on which the chains of streaming calls wait. Nobody queues for one: on platform threads a call beyond the limit is refused, and
 * a call inside another takes no permit, so nothing can wait for itself. Thread-safe.
 */
final class ChainThreads {

    private final Executor threads;

    private final Semaphore permits;

    /** @param limit calls at a time; {@link Integer#MAX_VALUE} for virtual threads */
    ChainThreads(Executor threads, int limit) {
        this.threads = threads;
        this.permits = new Semaphore(limit);
    }

    /**
     * Runs the work on a thread of its own.
     *
     * @param work gives what is to be done once the permit is back: telling the consumer, who may start the next call at once
     * @param nested whether the call is made inside another one that has a thread already
     * @return false when there are too many calls already
     */
    boolean start(Supplier<Runnable> work, boolean nested) {
        if (!nested && !permits.tryAcquire()) {
            return false;
        }
        try {
            threads.execute(() -> work(work, nested).run());
            return true;
        } catch (RejectedExecutionException shuttingDown) {
            release(nested);
            return false;
        }
    }

    private Runnable work(Supplier<Runnable> work, boolean nested) {
        try {
            return work.get();
        } finally {
            release(nested);
        }
    }

    private void release(boolean nested) {
        if (!nested) {
            permits.release();
        }
    }

    /** Calls that could be started now. */
    int free() {
        return permits.availablePermits();
    }
}
