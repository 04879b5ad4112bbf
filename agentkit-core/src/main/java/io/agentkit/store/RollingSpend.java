package io.agentkit.store;

import java.util.ArrayDeque;

/**
 * What was used in the last so many milliseconds, in at most 61 slots: what leaves the window leaves with its slot, so up to a sixtieth of
 * the window later than it could and never earlier. Guarded by the store's lock.
 */
final class RollingSpend {

    private static final int SLOTS = 60;

    private final long length;
    private final long slotLength;
    private final ArrayDeque<Slot> slots = new ArrayDeque<>();

    private static final class Slot {

        final long number;
        final BudgetTally used = new BudgetTally();

        Slot(long number) {
            this.number = number;
        }
    }

    RollingSpend(long length) {
        this.length = length;
        this.slotLength = Math.max(1, (length + SLOTS - 1) / SLOTS);
    }

    /** Takes what has left the window away from the sum, and says when to ask again. */
    long advance(long now, BudgetTally sum) {
        Slot oldest = slots.peekFirst();
        boolean left = false;
        while (oldest != null && end(oldest) + length <= now) {
            left = true;
            slots.removeFirst();
            oldest = slots.peekFirst();
        }
        if (left) {
            // Added up anew: a sum that ended at the largest number cannot be taken apart again.
            sum.clear();
            slots.forEach(slot -> sum.add(slot.used));
        }
        return oldest == null ? Long.MAX_VALUE : end(oldest) + length;
    }

    /** Where what is used now is to be noted besides. */
    BudgetTally slot(long now) {
        long number = Math.floorDiv(now, slotLength);
        Slot newest = slots.peekLast();
        // A clock that went back adds to the newest.
        if (newest == null || newest.number < number) {
            newest = new Slot(number);
            slots.addLast(newest);
        }
        return newest.used;
    }

    private long end(Slot slot) {
        return (slot.number + 1) * slotLength;
    }

    void clear() {
        slots.clear();
    }
}
