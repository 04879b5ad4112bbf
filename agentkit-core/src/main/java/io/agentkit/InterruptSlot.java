package io.agentkit;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Interrupts the thread that made it, while that thread is inside one piece of work and never after. The owner waits out an interrupt that
 * is under way and clears the flag only when this slot set it, so no interrupt leaks into what the thread does next.
 */
final class InterruptSlot implements Runnable {

    private static final int RUNNING = 0;
    private static final int INTERRUPTING = 1;
    private static final int INTERRUPTED = 2;
    private static final int DONE = 3;

    private final Thread owner = Thread.currentThread();

    private final AtomicInteger state = new AtomicInteger(RUNNING);

    /** Called by whoever cancels. */
    @Override
    public void run() {
        if (state.compareAndSet(RUNNING, INTERRUPTING)) {
            owner.interrupt();
            state.set(INTERRUPTED);
        }
    }

    /** Called by the owner when the work is over. */
    void close() {
        if (state.compareAndSet(RUNNING, DONE)) {
            return;
        }
        while (state.get() == INTERRUPTING) {
            Thread.onSpinWait();
        }
        if (state.compareAndSet(INTERRUPTED, DONE)) {
            // Ours: whoever waits next on this thread must not see it.
            Thread.interrupted();
        }
    }
}
