package io.agentkit.test;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Does something beside the test, each time on a new thread: the common pool may have a single one, and two things that wait for each
 * other would then wait for ever.
 */
public final class OwnThread {

    private OwnThread() {}

    public static <T> CompletableFuture<T> supply(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, OwnThread::start);
    }

    public static CompletableFuture<Void> run(Runnable work) {
        return CompletableFuture.runAsync(work, OwnThread::start);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "beside-the-test");
        thread.setDaemon(true);
        thread.start();
    }
}
