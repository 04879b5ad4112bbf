package io.agentkit.resilience;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads on which backups of {@code hedge} run. Nothing queues for one: a backup that gets none does not start. Thread-safe.
 */
public final class HedgeThreads implements AutoCloseable {

    /** How many backups may run at a time on platform threads. */
    public static final int DEFAULT_LIMIT = 256;

    private static final int IDLE_SECONDS = 10;

    private final Executor threads;

    private HedgeThreads(Executor threads) {
        this.threads = threads;
    }

    /** Platform threads, made when they are needed; daemons. */
    public static HedgeThreads bounded(int limit) {
        AtomicInteger count = new AtomicInteger();
        return new HedgeThreads(new ThreadPoolExecutor(
                0, limit, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, "agentkit-hedge-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                }));
    }

    /** An executor's threads, such as virtual ones. It must not queue, nor run a task on the thread that hands it over. */
    public static HedgeThreads of(Executor threads) {
        return new HedgeThreads(threads);
    }

    /** @return false when there is no thread for it */
    boolean start(Runnable work) {
        try {
            threads.execute(work);
            return true;
        } catch (RejectedExecutionException noThread) {
            return false;
        }
    }

    /** Interrupts the backups that still run: the application is stopping. */
    @Override
    public void close() throws Exception {
        if (threads instanceof ExecutorService service) {
            service.shutdownNow();
        } else if (threads instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }
}
