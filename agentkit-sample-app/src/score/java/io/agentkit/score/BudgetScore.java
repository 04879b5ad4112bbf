package io.agentkit.score;

import io.agentkit.money.Money;
import io.agentkit.spend.Enforcement;
import io.agentkit.store.BudgetHold;
import io.agentkit.store.BudgetKey;
import io.agentkit.store.BudgetLevel;
import io.agentkit.store.BudgetLevels;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.BudgetPolicy;
import io.agentkit.store.BudgetStore;
import io.agentkit.store.BudgetWindow;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.time.Time;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * Whether budgets hold under load: {@code hard}, and {@code reserve} where requests state their maximum, must not go over by anything nor
 * hold anything back once all is settled, at 1, 8, 64 and 512 threads. Beside it what a reservation with its settlement over three budgets
 * costs, and a plain {@link AtomicLong}.
 */
final class BudgetScore implements Score {

    private static final int[] THREADS = {1, 8, 64, 512};

    private static final long OPERATIONS = 4_000_000;

    @Override
    public Figures measure(ScoreInput input) throws Exception {
        boolean exact = true;
        input.out()
                .println(
                        "| enforcement | threads | overshoot | still held | could not be spent | billed, not booked |");
        input.out().println("|---|---|---|---|---|---|");
        for (Enforcement enforcement : List.of(Enforcement.HARD, Enforcement.RESERVE)) {
            for (int threads : THREADS) {
                BudgetLoad.Outcome outcome = new BudgetLoad(enforcement).run(threads);
                exact &= outcome.isExact();
                input.out()
                        .println("| %s | %d | %s | %s | %s | %s |"
                                .formatted(
                                        enforcement.name().toLowerCase(Locale.ROOT),
                                        threads,
                                        outcome.overshoot(),
                                        outcome.held(),
                                        outcome.unused(),
                                        outcome.unbilled()));
            }
        }
        input.out().println();
        input.out()
                .println("| threads | reserve and settle in three budgets, millions a second | AtomicLong, the same |");
        input.out().println("|---|---|---|");
        StringBuilder rates = new StringBuilder();
        for (int threads : THREADS) {
            BudgetStore store = new InMemoryBudgetStore(Time.system());
            double budgets = millions(threads, count -> reserveAndSettle(store, count));
            AtomicLong plain = new AtomicLong();
            double counter = millions(threads, count -> addAndTakeAway(plain, count));
            input.out().println(String.format(Locale.ROOT, "| %d | %.1f | %.1f |", threads, budgets, counter));
            rates.append(String.format(Locale.ROOT, " %.1f", budgets));
        }
        return new Figures(
                exact,
                "%s at 1, 8, 64 and 512 threads; millions a second:%s"
                        .formatted(exact ? "0 overshoot, 0 under-use" : "NOT EXACT", rates));
    }

    private static void reserveAndSettle(BudgetStore store, long count) {
        BudgetLimits limits = new BudgetLimits(Money.usd(1_000_000_000), null, null);
        BudgetHold hold = store.hold(new BudgetLevels(List.of(
                level("run", "run-" + Thread.currentThread().getId(), limits),
                level("tenant", "acme", limits),
                level("all", "(all)", limits))));
        Money used = Money.usd("0.000125");
        for (long i = 0; i < count; i++) {
            hold.need(250_000_000, 240, 250_000_000, 240);
            store.reserve(hold);
            store.settle(hold, used, 120, 1);
        }
    }

    private static BudgetLevel level(String budget, String value, BudgetLimits limits) {
        return new BudgetLevel(new BudgetKey(budget, value), BudgetWindow.NONE, limits, BudgetPolicy.RESERVE);
    }

    private static void addAndTakeAway(AtomicLong plain, long count) {
        for (long i = 0; i < count; i++) {
            plain.addAndGet(240);
            plain.addAndGet(-120);
        }
    }

    /** The best of three. */
    private static double millions(int threads, LongConsumer work) throws InterruptedException {
        double best = 0;
        for (int round = 0; round < 3; round++) {
            CountDownLatch go = new CountDownLatch(1);
            Thread[] all = new Thread[threads];
            for (int i = 0; i < threads; i++) {
                all[i] = new Thread(() -> {
                    try {
                        go.await();
                    } catch (InterruptedException interrupted) {
                        throw new IllegalStateException(interrupted);
                    }
                    work.accept(OPERATIONS / threads);
                });
                all[i].start();
            }
            long start = System.nanoTime();
            go.countDown();
            for (Thread thread : all) {
                thread.join();
            }
            best = Math.max(best, OPERATIONS * 1e3 / (System.nanoTime() - start));
        }
        return best;
    }
}
