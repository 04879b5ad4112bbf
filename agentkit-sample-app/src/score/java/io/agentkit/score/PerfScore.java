package io.agentkit.score;

import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs every benchmark of the project. */
final class PerfScore implements Score {

    @Override
    public Figures measure(ScoreInput input) throws Exception {
        Collection<RunResult> results =
                new Runner(new OptionsBuilder().include("^io\\.agentkit\\.").build()).run();

        return new Figures(!results.isEmpty(), results.size() + " benchmarks");
    }
}
