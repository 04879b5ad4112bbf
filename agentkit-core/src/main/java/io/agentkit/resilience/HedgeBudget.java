package io.agentkit.resilience;

import io.agentkit.Correction;
import io.agentkit.Use;
import io.agentkit.lock.BriefLock;
import io.agentkit.money.Money;
import io.agentkit.money.MoneySum;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** What backups may be asked for more: shares of requests and of money over the last 1,000 to 2,000 calls. Thread-safe. */
final class HedgeBudget {

    private static final int WINDOW = 1_000;

    private final @Nullable Double requestShare;
    private final @Nullable BigDecimal spendShare;
    private final BriefLock lock = new BriefLock();
    private Window current = new Window();
    private Window before = new Window();

    /** Requests whose price is not known yet. */
    private int open;

    private static final class Window {
        private int calls;
        private int extra;
        private final MoneySum needed = new MoneySum();
        private final MoneySum lost = new MoneySum();
    }

    HedgeBudget(@Nullable Double requestShare, @Nullable Double spendShare) {
        this.requestShare = requestShare;
        this.spendShare = spendShare == null ? null : BigDecimal.valueOf(spendShare);
    }

    boolean limitsSpend() {
        return spendShare != null;
    }

    void called() {
        if (requestShare == null && spendShare == null) {
            return;
        }
        lock.lock();
        try {
            if (current.calls == WINDOW) {
                before = current;
                current = new Window();
            }
            current.calls++;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a request out of it; null when that was done, else what there is too little of. */
    HedgeRefused.@Nullable Reason take() {
        lock.lock();
        try {
            int extra = before.extra + current.extra;
            int calls = before.calls + current.calls;
            if (requestShare != null && extra + 1 > Math.max(requestShare == 0 ? 0 : 1, requestShare * calls)) {
                return HedgeRefused.Reason.REQUESTS;
            }
            if (spendShare != null && !hasMoney(calls, spendShare)) {
                return HedgeRefused.Reason.SPEND;
            }
            current.extra++;
            open++;
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** One that is under way is taken to lose, and to cost what a call costs. */
    private boolean hasMoney(int calls, BigDecimal share) {
        if (share.signum() == 0) {
            return false;
        }
        BigDecimal needed = sum(before.needed, current.needed);
        BigDecimal lost = sum(before.lost, current.lost);
        BigDecimal expected =
                lost.multiply(BigDecimal.valueOf(calls)).add(needed.multiply(BigDecimal.valueOf(open + 1L)));
        return expected.compareTo(needed.multiply(share).multiply(BigDecimal.valueOf(calls))) <= 0;
    }

    private static BigDecimal sum(MoneySum one, MoneySum other) {
        return one.toMoney().plus(other.toMoney()).toBigDecimal();
    }

    /** One that was taken out of it has ended, or did not start. */
    void ended(boolean started) {
        lock.lock();
        try {
            open--;
            if (!started) {
                current.extra--;
            }
        } finally {
            lock.unlock();
        }
    }

    void used(Use use, @Nullable Money usd) {
        if (usd == null) {
            return;
        }
        lock.lock();
        try {
            (use == Use.HEDGES ? current.lost : current.needed).add(usd);
        } finally {
            lock.unlock();
        }
    }

    void corrected(Correction correction) {
        Use use = correction.use();
        if (use == null || !correction.counted()) {
            return;
        }
        lock.lock();
        try {
            MoneySum sum = use == Use.HEDGES ? current.lost : current.needed;
            if (correction.actualUsd() != null) {
                sum.add(correction.actualUsd());
            }
            if (correction.bookedUsd() != null) {
                sum.subtract(correction.bookedUsd());
            }
        } finally {
            lock.unlock();
        }
    }
}
