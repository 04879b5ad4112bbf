package io.agentkit.score;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Speed: runs every benchmark in one go and compares ratios within the run, since absolute figures of a noisy machine say little. Prints a
 * Markdown table of all benchmarks and one of the bars; {@code docs/performance.md} holds both. Needs no data.
 */
final class PerfScore implements Score {

    private static final int STARTS = 5;

    private static final double NANOS_PER_MICRO = 1_000;

    /** A benchmark's figures: nanoseconds an operation in the best iteration, and bytes an operation. */
    private record Cost(double nanos, double bytes) {}

    @Override
    public Figures measure(ScoreInput input) throws Exception {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include("^io\\.agentkit\\.score\\.")
                        .addProfiler(GCProfiler.class)
                        .shouldFailOnError(true)
                        .build())
                .run();
        Map<String, Cost> costs = new TreeMap<>();
        results.forEach(result -> costs.put(name(result), cost(result)));
        costs.putAll(starts());

        PrintStream out = input.out();
        out.println("| benchmark | ns | B |");
        out.println("|---|---|---|");
        costs.forEach((name, cost) ->
                out.println(String.format(Locale.ROOT, "| %s | %.1f | %.0f |", name, cost.nanos(), cost.bytes())));

        List<String> missed = new ArrayList<>();
        out.println("| bar | measured | limit | met |");
        out.println("|---|---|---|---|");
        for (PerfBar bar : PerfBar.ALL) {
            double measured = bar.measure(
                    name -> required(costs, name).nanos(),
                    name -> required(costs, name).bytes());
            boolean met = measured <= bar.limit();
            if (!met) {
                missed.add(bar.text());
            }
            out.println(String.format(
                    Locale.ROOT, "| %s | %.3g | %.3g | %s |", bar.text(), measured, bar.limit(), met ? "yes" : "no"));
        }
        int met = PerfBar.ALL.size() - missed.size();
        String text = "%d of %d bars met over %d benchmarks".formatted(met, PerfBar.ALL.size(), costs.size());
        return new Figures(missed.isEmpty(), missed.isEmpty() ? text : text + "; missed: " + String.join("; ", missed));
    }

    /** An application's start, with the starter and without it, in turn. */
    private static Map<String, Cost> starts() throws Exception {
        StartProbe.Start without = StartProbe.measure("without", STARTS);
        StartProbe.Start with = StartProbe.measure("with", STARTS);
        return Map.of(
                "start.without", new Cost(without.millis() * 1e6, without.bytes()),
                "start.with", new Cost(with.millis() * 1e6, with.bytes()));
    }

    private static Cost required(Map<String, Cost> costs, String name) {
        Cost cost = costs.get(name);
        if (cost == null) {
            throw new IllegalStateException("No benchmark '" + name + "'");
        }
        return cost;
    }

    private static String name(RunResult result) {
        String full = result.getParams().getBenchmark();
        return full.substring(full.lastIndexOf('.', full.lastIndexOf('.') - 1) + 1);
    }

    /** The best iteration: on a shared machine the slower ones measure the neighbours. */
    private static Cost cost(RunResult result) {
        boolean throughput = result.getParams().getMode() == Mode.Throughput;
        double best = Double.MAX_VALUE;
        for (var fork : result.getBenchmarkResults()) {
            for (var iteration : fork.getIterationResults()) {
                double score = iteration.getPrimaryResult().getScore();
                best = Math.min(best, throughput ? NANOS_PER_MICRO / score : score);
            }
        }
        Result<?> bytes = result.getSecondaryResults().get("gc.alloc.rate.norm");
        return new Cost(best, bytes == null ? 0 : bytes.getScore());
    }
}
