package io.agentkit.score;

import io.agentkit.money.Money;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** What one reservation and its settlement cost over three budgets: the run's, the tenant's and the global one. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class BudgetBenchmark {

    private static final BudgetLimits LIMITS = new BudgetLimits(Money.usd(1_000_000_000), null, null);

    private static final Money USED = Money.usd("0.000125");

    private static final long NEEDED_PICO_USD = 250_000_000;

    private static final Long ONE = 1L;

    private final BudgetStore store = new InMemoryBudgetStore(Time.system());

    private final ConcurrentHashMap<String, Long> map = new ConcurrentHashMap<>();

    private final AtomicInteger runs = new AtomicInteger();

    /** What a request of the thread's own run holds. */
    @State(Scope.Thread)
    public static class Holder {

        BudgetHold hold;
    }

    private BudgetHold hold() {
        return store.hold(new BudgetLevels(List.of(
                level("per-run", "run-" + runs.incrementAndGet(), true),
                level("tenant", "acme", false),
                level("global", "(all)", false))));
    }

    private static BudgetLevel level(String budget, String value, boolean passing) {
        BudgetPolicy policy = BudgetPolicy.RESERVE.withPassing(passing).withThresholds(List.of(50, 80, 100));
        return new BudgetLevel(new BudgetKey(budget, value), BudgetWindow.NONE, LIMITS, policy);
    }

    private Object reserveAndSettle(Holder holder) {
        BudgetHold hold = holder.hold;
        if (hold == null) {
            hold = hold();
            holder.hold = hold;
        }
        hold.need(NEEDED_PICO_USD, 240, NEEDED_PICO_USD, 240);
        Object refusal = store.reserve(hold);
        store.settle(hold, USED, 120, 1);
        return refusal;
    }

    @Benchmark
    @Threads(1)
    public Object threeLevels1(Holder holder) {
        return reserveAndSettle(holder);
    }

    @Benchmark
    @Threads(2)
    public Object threeLevels2(Holder holder) {
        return reserveAndSettle(holder);
    }

    @Benchmark
    @Threads(8)
    public Object threeLevels8(Holder holder) {
        return reserveAndSettle(holder);
    }

    @Benchmark
    @Threads(64)
    public Object threeLevels64(Holder holder) {
        return reserveAndSettle(holder);
    }

    /** The rival: one level in a concurrent map. */
    @Benchmark
    @Threads(2)
    public Object mapCompute2() {
        map.compute("k", (key, value) -> value == null ? ONE : value + 240);
        return map.compute("k", (key, value) -> value == null ? ONE : value - 120);
    }
}
