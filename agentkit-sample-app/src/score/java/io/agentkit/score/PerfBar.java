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

    static final List<PerfBar> ALL = List.of(
            times(
                    "nine no-op middlewares, over nine closures",
                    "ChainBenchmark.nineNoOps",
                    "ChainBenchmark.floorOfNineClosures",
                    3),
            bytes("nine no-op middlewares, bytes", "ChainBenchmark.nineNoOps", 128));

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

    /** What one benchmark costs over another, as a multiple of what a third costs over it. */
    static PerfBar added(String text, String measured, String base, String rival, double most) {
        return new PerfBar(
                text + " (ratio)",
                (nanos, bytes) -> (nanos.applyAsDouble(measured) - nanos.applyAsDouble(base))
                        / (nanos.applyAsDouble(rival) - nanos.applyAsDouble(base)),
                most);
    }

    static PerfBar addedBytes(String text, String measured, String base, double most) {
        return new PerfBar(
                text + " (B)", (nanos, bytes) -> bytes.applyAsDouble(measured) - bytes.applyAsDouble(base), most);
    }

    static PerfBar nanos(String text, String measured, double most) {
        return new PerfBar(text + " (ns)", (nanos, bytes) -> nanos.applyAsDouble(measured), most);
    }
}
