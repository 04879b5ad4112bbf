package io.agentkit.store;

import io.agentkit.money.Money;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The next share of each limit that a settlement has to tell of. Guarded by the store's lock. */
final class BudgetMarks {

    /** No limits yet. */
    static final BudgetMarks NONE = new BudgetMarks(BudgetLimits.NONE, List.of());

    private final BudgetLimits limits;

    private final List<Integer> percents;

    /** How many of the percents were reached. */
    private int reached;

    /** Whether that is all of them. */
    private boolean done;

    // Where the next one lies: beyond everything when there is none.
    private Money usd = Money.MOST;
    private long tokens = Long.MAX_VALUE;
    private long calls = Long.MAX_VALUE;

    private BudgetMarks(BudgetLimits limits, List<Integer> percents) {
        this.limits = limits;
        this.percents = percents;
        next();
    }

    /** The marks of other limits. What was told stays told, unless it is no longer reached. */
    BudgetMarks under(BudgetLevel level, BudgetTally spent) {
        BudgetMarks marks = new BudgetMarks(level.limits(), level.policy().thresholds());
        while (marks.reached < reached && marks.isReached(spent)) {
            marks.reached++;
            marks.next();
        }
        return marks;
    }

    /** In a window that moves, what is used becomes less: the shares that it is below now are to be told again. */
    void fall(BudgetTally spent) {
        while (reached > 0) {
            reached--;
            next();
            if (isReached(spent)) {
                reached++;
                next();
                return;
            }
        }
    }

    void restart() {
        reached = 0;
        next();
    }

    boolean isReached(BudgetTally spent) {
        return !done && (spent.tokens >= tokens || spent.calls >= calls || spent.usd.reaches(usd));
    }

    /** The highest threshold that was reached, of which and of all below it nobody has to be told again. */
    int take(BudgetTally spent) {
        int highest = percents.get(reached);
        while (isReached(spent)) {
            highest = percents.get(reached);
            reached++;
            next();
        }
        return highest;
    }

    private void next() {
        done = reached >= percents.size();
        BudgetLimits next = done ? BudgetLimits.NONE : limits.percent(percents.get(reached));
        Money money = next.usd();
        usd = money == null || money.isZero() ? Money.MOST : money;
        tokens = orNever(next.tokens());
        calls = orNever(next.calls());
    }

    /** Nothing is a share of a limit of 0, which is used up before anything is used. */
    private static long orNever(@Nullable Long share) {
        return share == null || share == 0 ? Long.MAX_VALUE : share;
    }
}
