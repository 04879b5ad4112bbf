package io.agentkit.testserver;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/**
 * Holds answers back until the test opens it.
 *
 * <p>One gate may hold several answers; it opens for all of them and stays open. An answer also stops waiting when its
 * client leaves or the server is closed. Safe for use by several threads.
 */
public final class Gate {

    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private final Semaphore arrivals = new Semaphore(0);

    private Gate() {}

    /** Returns a new gate that is closed. */
    public static Gate closed() {
        return new Gate();
    }

    /** Lets every answer that waits, and every later one, go on. */
    public void open() {
        opened.complete(null);
    }

    /** Waits until an answer stands at the gate, or passed it. */
    public void awaitReached() {
        awaitReached(1);
    }

    /** Waits until at least {@code n} answers have come to the gate, so that the test knows {@code n} are in flight. */
    public void awaitReached(int n) {
        Waits.forAtLeast(arrivals, n, "answers at the gate");
    }

    /** Blocks until the gate opens or {@code gone} completes. */
    void pass(CompletableFuture<Void> gone) {
        arrivals.release();
        CompletableFuture.anyOf(opened, gone).join();
    }
}
