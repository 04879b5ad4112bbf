package io.agentkit.store;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

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
        while (oldest != null && end(oldest.number) + length <= now) {
            left = true;
            slots.removeFirst();
            oldest = slots.peekFirst();
        }
        if (left) {
            // Added up anew: a sum that ended at the largest number cannot be taken apart again.
            sum.clear();
            slots.forEach(slot -> sum.add(slot.used));
        }
        return oldest == null ? Long.MAX_VALUE : end(oldest.number) + length;
    }

    /** Where what was used at the moment is to be noted besides; null when that has left the window. */
    @Nullable
    BudgetTally slot(long moment, long now) {
        long number = Math.floorDiv(moment, slotLength);
        if (moment < now && end(number) + length <= now) {
            return null;
        }
        // The newest first: mostly it is that one. A clock that went back adds to the oldest of those behind it.
        Slot found = null;
        for (Iterator<Slot> each = slots.descendingIterator(); each.hasNext(); ) {
            Slot slot = each.next();
            if (slot.number < number) {
                break;
            }
            found = slot;
        }
        return found == null ? added(number) : found.used;
    }

    private BudgetTally added(long number) {
        Slot newest = new Slot(number);
        slots.addLast(newest);
        return newest.used;
    }

    private long end(long number) {
        return (number + 1) * slotLength;
    }

    void clear() {
        slots.clear();
    }
}
