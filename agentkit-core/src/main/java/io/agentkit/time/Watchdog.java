package io.agentkit.time;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Timers that are nearly always taken back before they are due. Each has a slot, and one thread looks at all slots every few
 * milliseconds: setting and taking back is a compare-and-set each, with no queue to keep in order and nobody to wake. Thread-safe, without
 * locks.
 */
final class Watchdog {

    /** How often the thread looks. Time begins when the thread first sees a task, so that runs up to two such late. */
    static final long TICK_NANOS = 5_000_000;

    /** Ticks with nothing to watch after which the thread sleeps until somebody comes. */
    private static final int QUIET_TICKS = 200;

    private static final int FIRST_SLOTS = 64;

    private static final int MOST_SLOTS = 1 << 20;

    /** Slots that are tried in one row before the next, longer one. */
    private static final int PROBES = 8;

    private final Row first = new Row(FIRST_SLOTS);

    private final Thread thread = new Thread(this::watch, "agentkit-watchdog");

    private volatile boolean asleep;

    private Watchdog() {}

    static Watchdog start() {
        Watchdog made = new Watchdog();
        made.thread.setDaemon(true);
        made.thread.start();
        return made;
    }

    /** Runs the task when so many nanoseconds have passed, or up to two ticks later, unless it is taken back. */
    Time.Timer watch(long nanos, Runnable task) {
        // Without a look at the clock, which is dearer than all the rest.
        Watched watched = new Watched(nanos, task);
        place(watched);
        // The thread says that it sleeps before it looks a last time: one of the two sees the other.
        if (asleep) {
            LockSupport.unpark(thread);
        }
        return watched;
    }

    private void place(Watched watched) {
        int start = ThreadLocalRandom.current().nextInt();
        Row row = first;
        while (!row.take(watched, start)) {
            row = row.next();
        }
    }

    private void watch() {
        int quiet = 0;
        while (true) {
            if (look()) {
                quiet = 0;
            } else if (++quiet > QUIET_TICKS) {
                asleep = true;
                if (!look()) {
                    LockSupport.park(this);
                }
                asleep = false;
                quiet = 0;
            }
            LockSupport.parkNanos(this, TICK_NANOS);
        }
    }

    /** Runs what is due. Gives back whether there is anything. */
    private boolean look() {
        long now = System.nanoTime();
        boolean any = false;
        for (Row row = first; row != null; row = row.next) {
            any |= row.look(now);
        }
        return any;
    }

    /** Slots, and a longer row for when too many of them are taken. */
    private static final class Row {

        private static final AtomicReferenceFieldUpdater<Row, @Nullable Row> NEXT =
                AtomicReferenceFieldUpdater.newUpdater(Row.class, Row.class, "next");

        private final AtomicReferenceArray<@Nullable Watched> slots;

        private volatile @Nullable Row next;

        Row(int size) {
            slots = new AtomicReferenceArray<>(size);
        }

        boolean take(Watched watched, int start) {
            int mask = slots.length() - 1;
            for (int probe = 0; probe < PROBES; probe++) {
                int slot = (start + probe) & mask;
                if (slots.getPlain(slot) == null) {
                    watched.slots = slots;
                    watched.slot = slot;
                    if (slots.compareAndSet(slot, null, watched)) {
                        return true;
                    }
                }
            }
            return false;
        }

        Row next() {
            Row known = next;
            if (known == null) {
                NEXT.compareAndSet(this, null, new Row(Math.min(slots.length() * 2, MOST_SLOTS)));
                known = next;
            }
            return known == null ? this : known;
        }

        boolean look(long now) {
            boolean any = false;
            for (int slot = 0; slot < slots.length(); slot++) {
                Watched watched = slots.get(slot);
                if (watched != null) {
                    any = true;
                    watched.look(now);
                }
            }
            return any;
        }
    }

    /** Who takes it out of its slot decides what becomes of it. */
    private static final class Watched implements Time.Timer {

        private final long nanos;
        private final Runnable task;

        // Only the watchdog's thread uses these.
        private boolean seen;
        private long due;

        private @Nullable AtomicReferenceArray<@Nullable Watched> slots;
        private int slot;

        Watched(long nanos, Runnable task) {
            this.nanos = nanos;
            this.task = task;
        }

        void look(long lookedAt) {
            long now = lookedAt;
            if (!seen) {
                // It may have come after that look at the clock, and must not run early.
                now = System.nanoTime();
                due = now + nanos;
                seen = true;
            }
            if (due - now <= 0 && leave()) {
                try {
                    task.run();
                } catch (RuntimeException | Error failure) {
                    // The others have to be watched all the same.
                    Thread thread = Thread.currentThread();
                    thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
                }
            }
        }

        private boolean leave() {
            return slots != null && slots.compareAndSet(slot, this, null);
        }

        @Override
        public void cancel() {
            leave();
        }
    }
}
