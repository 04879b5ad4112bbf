package io.agentkit.lock;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for some nanoseconds of arithmetic, half as dear as the JDK's where nobody else wants it: it knows no owner and no queue. Whoever
 * does not get it spins for a moment and then queues up for the one place from which it is watched. Not reentrant, not fair, not
 * interruptible. What was written by who had it before is seen by who has it next.
 */
public final class BriefLock {

    private static final AtomicIntegerFieldUpdater<BriefLock> TAKEN =
            AtomicIntegerFieldUpdater.newUpdater(BriefLock.class, "taken");

    private static final int SPINS = 64;

    private final ReentrantLock watch = new ReentrantLock();

    private volatile int taken;

    /** Waits until nobody else has it. Whoever has it already waits for ever. */
    public void lock() {
        if (!TAKEN.compareAndSet(this, 0, 1)) {
            contend();
        }
    }

    @SuppressWarnings(
            "ThreadPriorityCheck") // nothing rests on the scheduler: it only lets whoever holds the lock run sooner
    private void contend() {
        for (int i = 0; i < SPINS; i++) {
            if (tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        watch.lock();
        try {
            while (!tryLock()) {
                Thread.yield();
            }
        } finally {
            watch.unlock();
        }
    }

    private boolean tryLock() {
        return taken == 0 && TAKEN.compareAndSet(this, 0, 1);
    }

    /** Only for whoever has it. */
    public void unlock() {
        TAKEN.lazySet(this, 0);
    }
}
