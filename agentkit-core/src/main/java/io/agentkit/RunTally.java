package io.agentkit;

import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageSum;
import io.agentkit.lock.BriefLock;
import io.agentkit.money.Money;
import io.agentkit.money.MoneySum;
import org.jspecify.annotations.Nullable;

/** What a run has used, added up in place. Thread-safe. */
final class RunTally {

    private final BriefLock lock = new BriefLock();
    private final UsageSum usage = new UsageSum();
    private final MoneySum usd = new MoneySum();
    private long requests;
    private long inexact;
    private long turns;

    RunTally(RunTotals first) {
        this(first.spend());
        turns = first.turns();
    }

    RunTally(RunSpend first) {
        usage.add(first.usage());
        usd.add(first.usd());
        requests = first.requests();
        inexact = first.exact() ? 0 : first.requests();
    }

    void add(Usage used, @Nullable Money price) {
        lock.lock();
        try {
            book(used, price);
        } finally {
            lock.unlock();
        }
    }

    /** Books a request anew; one that has counted as nothing for the first time. */
    void correct(Correction correction) {
        lock.lock();
        try {
            if (correction.counted()) {
                withdraw(correction.booked(), correction.bookedUsd());
            }
            book(correction.actual(), correction.actualUsd());
        } finally {
            lock.unlock();
        }
    }

    private void book(Usage used, @Nullable Money price) {
        usage.add(used);
        requests++;
        if (price != null) {
            usd.add(price);
        }
        inexact += isExact(used, price) ? 0 : 1;
    }

    private void withdraw(Usage used, @Nullable Money price) {
        usage.subtract(used);
        requests--;
        if (price != null) {
            usd.subtract(price);
        }
        inexact -= isExact(used, price) ? 0 : 1;
    }

    /** Tells how many there are then. */
    long addTurns(long more) {
        lock.lock();
        try {
            turns += more;
            return turns;
        } finally {
            lock.unlock();
        }
    }

    static boolean isExact(Usage used, @Nullable Money price) {
        return price != null && !used.estimated();
    }

    RunSpend total() {
        lock.lock();
        try {
            return spend();
        } finally {
            lock.unlock();
        }
    }

    RunTotals totals() {
        lock.lock();
        try {
            return new RunTotals(turns, spend());
        } finally {
            lock.unlock();
        }
    }

    private RunSpend spend() {
        return new RunSpend(requests, usage.toUsage(), usd.toMoney(), inexact == 0);
    }
}
