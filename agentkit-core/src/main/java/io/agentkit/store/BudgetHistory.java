package io.agentkit.store;

import io.agentkit.money.Money;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Windows that are over, the last ones of each key and so many in all. Guarded by the store's lock. */
final class BudgetHistory {

    private static final int MOST_OF_A_KEY = 31;

    private final int most;
    private final Map<BudgetKey, ArrayDeque<PastWindow>> keys = new HashMap<>();

    /** Those of all keys, the one that ended first first. */
    private final Set<PastWindow> all = new LinkedHashSet<>();

    /** A window of a key. What was reserved in it is still booked there when it is settled. */
    record PastWindow(
            BudgetKey key,
            @Nullable Instant start,
            @Nullable Instant end,
            long firstEpoch,
            BudgetTally spent,
            long refusals) {}

    BudgetHistory(int most) {
        this.most = most;
    }

    void add(PastWindow window) {
        ArrayDeque<PastWindow> own = keys.computeIfAbsent(window.key(), absent -> new ArrayDeque<>());
        own.addLast(window);
        all.add(window);
        if (own.size() > MOST_OF_A_KEY) {
            // Else the windows of a minute push out those of a month.
            all.remove(own.removeFirst());
        }
        while (all.size() > most) {
            drop(all.iterator().next());
        }
    }

    private void drop(PastWindow window) {
        all.remove(window);
        ArrayDeque<PastWindow> own = keys.get(window.key());
        if (own != null && own.peekFirst() == window) {
            own.removeFirst();
            if (own.isEmpty()) {
                keys.remove(window.key());
            }
        }
    }

    /** Books what a request has used that reserved in that epoch, where that is still known. */
    void book(BudgetKey key, long epoch, Money usd, long tokens, long calls) {
        ArrayDeque<PastWindow> own = keys.get(key);
        if (own == null) {
            return;
        }
        for (Iterator<PastWindow> each = own.descendingIterator(); each.hasNext(); ) {
            PastWindow window = each.next();
            if (epoch >= window.firstEpoch()) {
                window.spent().add(usd, tokens, calls);
                return;
            }
        }
    }

    /** Newest first. */
    List<BudgetState> of(BudgetKey key, int size) {
        List<BudgetState> states = new ArrayList<>();
        ArrayDeque<PastWindow> own = keys.get(key);
        if (own != null) {
            for (Iterator<PastWindow> each = own.descendingIterator(); each.hasNext() && states.size() < size; ) {
                PastWindow window = each.next();
                states.add(new BudgetState(
                        key,
                        window.start(),
                        window.end(),
                        window.spent().amounts(),
                        BudgetAmounts.NONE,
                        window.refusals()));
            }
        }
        return states;
    }
}
