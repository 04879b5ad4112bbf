package io.agentkit.store;

import io.agentkit.money.Money;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The next share of each limit that a settlement has to tell of. Guarded by the store's lock. */
final class BudgetMarks {

    private static final long PERCENT = 100;

    /** No limits yet. */
    static final BudgetMarks NONE = new BudgetMarks(BudgetLimits.NONE, List.of());

    private final BudgetLimits limits;

    private final List<Integer> percents;

    /** How many of the percents were reached. */
    private int reached;

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

    void restart() {
        reached = 0;
        next();
    }

    boolean isReached(BudgetTally spent) {
        return reached < percents.size() && (spent.tokens >= tokens || spent.calls >= calls || spent.usd.reaches(usd));
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
        boolean none = reached >= percents.size();
        int percent = none ? 0 : percents.get(reached);
        Money money = limits.usd();
        usd = none || money == null || money.isZero() ? Money.MOST : money.percent(percent);
        tokens = none ? Long.MAX_VALUE : share(limits.tokens(), percent);
        calls = none ? Long.MAX_VALUE : share(limits.calls(), percent);
    }

    /** Rounded up; nothing is a share of a limit of 0, which is used up before anything is used. */
    private static long share(@Nullable Long limit, int percent) {
        if (limit == null || limit == 0) {
            return Long.MAX_VALUE;
        }
        return limit / PERCENT * percent + (limit % PERCENT * percent + PERCENT - 1) / PERCENT;
    }
}
