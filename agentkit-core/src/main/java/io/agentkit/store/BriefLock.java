package io.agentkit.store;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock for some nanoseconds of arithmetic, half as dear as the JDK's where nobody else wants it: it knows no owner and no queue. Whoever
 * does not get it spins, then lets others run, then sleeps for moments. Not reentrant, not fair, not interruptible.
 */
final class BriefLock {

    private static final AtomicIntegerFieldUpdater<BriefLock> TAKEN =
            AtomicIntegerFieldUpdater.newUpdater(BriefLock.class, "taken");

    private static final int SPINS = 64;

    private static final int YIELDS = 64;

    private static final long MOMENT_NANOS = 20_000;

    private volatile int taken;

    void lock() {
        if (!TAKEN.compareAndSet(this, 0, 1)) {
            contend();
        }
    }

    @SuppressWarnings(
            "ThreadPriorityCheck") // nothing rests on the scheduler: it only runs sooner whoever holds the lock
    private void contend() {
        int tries = 0;
        while (taken != 0 || !TAKEN.compareAndSet(this, 0, 1)) {
            if (tries < SPINS) {
                Thread.onSpinWait();
            } else if (tries < SPINS + YIELDS) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(this, MOMENT_NANOS);
            }
            tries++;
        }
    }

    void unlock() {
        TAKEN.lazySet(this, 0);
    }
}
