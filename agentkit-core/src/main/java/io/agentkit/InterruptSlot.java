package io.agentkit;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * Interrupts the thread that made it, while that thread is inside one piece of work and never after. The owner waits out an interrupt that
 * is under way and clears the flag only when this slot set it, so no interrupt leaks into what the thread does next.
 */
final class InterruptSlot implements Runnable {

    private static final int RUNNING = 0;
    private static final int INTERRUPTING = 1;
    private static final int INTERRUPTED = 2;
    private static final int DONE = 3;

    private static final AtomicIntegerFieldUpdater<InterruptSlot> STATE =
            AtomicIntegerFieldUpdater.newUpdater(InterruptSlot.class, "state");

    private final Thread owner = Thread.currentThread();

    private volatile int state;

    /** Called by whoever cancels. */
    @Override
    public void run() {
        if (STATE.compareAndSet(this, RUNNING, INTERRUPTING)) {
            boolean foreign = owner.isInterrupted();
            owner.interrupt();
            state = foreign ? DONE : INTERRUPTED;
        }
    }

    /**
     * Called by the owner when the work is over.
     *
     * @return whether an interrupt that the work saw was this slot's
     */
    boolean close() {
        if (STATE.compareAndSet(this, RUNNING, DONE)) {
            return false;
        }
        while (state == INTERRUPTING) {
            Thread.onSpinWait();
        }
        boolean ours = STATE.compareAndSet(this, INTERRUPTED, DONE);
        if (ours) {
            // Whoever waits next on this thread must not see it.
            Thread.interrupted();
        }
        return ours;
    }
}
