package io.agentkit.springai;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Threads on which the chains of streaming calls wait. Nobody queues for one: on platform threads a call beyond the limit is refused, and
 * a call inside another takes no permit, so nothing can wait for itself. Thread-safe.
 */
final class ChainThreads implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ChainThreads.class);

    private final Executor threads;

    private final Semaphore permits;

    /** How many streaming calls may wait at a time on platform threads. */
    static final int LIMIT = 256;

    private static final int IDLE_SECONDS = 10;

    static ChainThreads of(boolean virtual) {
        if (virtual) {
            SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("agentkit-chain-");
            executor.setVirtualThreads(true);
            return new ChainThreads(executor, Integer.MAX_VALUE);
        }
        CustomizableThreadFactory factory = new CustomizableThreadFactory("agentkit-chain-");
        factory.setDaemon(true);
        // No upper bound here: calls inside others take no permit, and must not wait for a thread either.
        return new ChainThreads(
                new ThreadPoolExecutor(
                        0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), factory),
                LIMIT);
    }

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

    /** Runs what may block and belongs to no call, without a permit. Without effect when the application is stopping. */
    void startFreely(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException shuttingDown) {
            log.debug("A connection was not given back: the application is stopping");
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

    /** Interrupts the chains that still wait: the application is stopping. */
    @Override
    public void close() {
        if (threads instanceof ThreadPoolExecutor pool) {
            pool.shutdownNow();
        } else if (threads instanceof SimpleAsyncTaskExecutor executor) {
            executor.close();
        }
    }

    /** Calls that could be started now. */
    int free() {
        return permits.availablePermits();
    }
}
