package io.agentkit.score;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A figure of a benchmark run that must not be above a limit.
 *
 * @param text what it says
 * @param value reads the figure from nanoseconds and bytes per operation of the benchmarks
 * @param limit the highest value that meets it
 */
record PerfBar(String text, Value value, double limit) {

    /** Reads a figure. */
    @FunctionalInterface
    interface Value {

        double of(ToDoubleFunction<String> nanos, ToDoubleFunction<String> bytes);
    }

    private static final String FLOOR = "ChainBenchmark.floorOfNineClosures";

    private static final String CHAIN = "MiddlewareBenchmark.fourStages";

    private static final String MODEL = "SpringAiBenchmark.modelFourStagesWithoutTracing";

    private static final String BARE_MODEL = "SpringAiBenchmark.modelBare";

    private static final String DELTA = "SpringAiBenchmark.deltaFourStages";

    private static final double MEGABYTE = 1 << 20;

    static final List<PerfBar> ALL = List.of(
            times("nine no-op middlewares over nine closures", "ChainBenchmark.nineNoOps", FLOOR, 3),
            bytes("nine no-op middlewares", "ChainBenchmark.nineNoOps", 128),
            times("tracing, meter, cost, retry over nine closures", CHAIN, FLOOR, 9),
            nanos("tracing, meter, cost, retry", CHAIN, 250),
            bytes("tracing, meter, cost, retry", CHAIN, 256),
            nanos("the chain around a Spring AI model", MODEL, 500),
            addedBytes("the chain around a Spring AI model", MODEL, BARE_MODEL, 512),
            new PerfBar(
                    "what the chain adds to a model over what nine advisors add to a client (ratio)",
                    (nanos, bytes) -> (nanos.applyAsDouble(MODEL) - nanos.applyAsDouble(BARE_MODEL))
                            / (nanos.applyAsDouble("SpringAiBenchmark.clientNineAdvisors")
                                    - nanos.applyAsDouble("SpringAiBenchmark.clientBare")),
                    0.1),
            nanos("a delta through the chain", "MiddlewareBenchmark.fourStagesPerDelta", 25),
            nanos("a delta through the chain around a Spring AI model", DELTA, 45),
            times("a delta over nine Reactor maps", DELTA, "SpringAiBenchmark.deltaNineMaps", 1.5),
            times("a delta over nine advisors", DELTA, "SpringAiBenchmark.deltaNineAdvisors", 0.01),
            nanos("budgets of run, tenant and all, alone", "BudgetBenchmark.threeLevels1", 35),
            nanos("the same at 2 threads", "BudgetBenchmark.threeLevels2", 125),
            nanos("the same at 8 threads", "BudgetBenchmark.threeLevels8", 125),
            nanos("the same at 64 threads", "BudgetBenchmark.threeLevels64", 125),
            bytes("budgets of run, tenant and all", "BudgetBenchmark.threeLevels1", 0.5),
            nanos("meters of a call", "SpringAiBenchmark.metersOfACall", 120),
            bytes("meters of a call", "SpringAiBenchmark.metersOfACall", 0.5),
            new PerfBar(
                    "what the starter adds to an application's start (ms)",
                    (nanos, bytes) -> (nanos.applyAsDouble("start.with") - nanos.applyAsDouble("start.without")) / 1e6,
                    300),
            new PerfBar(
                    "what the starter adds to an application's heap (MB)",
                    (nanos, bytes) ->
                            (bytes.applyAsDouble("start.with") - bytes.applyAsDouble("start.without")) / MEGABYTE,
                    10));

    double measure(ToDoubleFunction<String> nanos, ToDoubleFunction<String> bytes) {
        return value.of(nanos, bytes);
    }

    /** One benchmark's time as a multiple of another's. */
    static PerfBar times(String text, String measured, String yardstick, double most) {
        return new PerfBar(
                text + " (ratio)",
                (nanos, bytes) -> nanos.applyAsDouble(measured) / nanos.applyAsDouble(yardstick),
                most);
    }

    static PerfBar bytes(String text, String measured, double most) {
        return new PerfBar(text + " (B)", (nanos, bytes) -> bytes.applyAsDouble(measured), most);
    }

    static PerfBar addedBytes(String text, String measured, String base, double most) {
        return new PerfBar(
                text + " (B)", (nanos, bytes) -> bytes.applyAsDouble(measured) - bytes.applyAsDouble(base), most);
    }

    static PerfBar nanos(String text, String measured, double most) {
        return new PerfBar(text + " (ns)", (nanos, bytes) -> nanos.applyAsDouble(measured), most);
    }
}
