package io.agentkit.score;

import io.agentkit.detect.InjectionDetector;
import io.agentkit.detect.Origin;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to look for attacks in clean text, beside thirty expressions that are tried one by one. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(1)
public class SecurityBenchmark {

    private static final String CLEAN =
            "The train to the coast leaves at nine and takes a little more than two hours. We will meet Anna at the station, walk "
                    + "along the harbour and have lunch near the old lighthouse; the weather should be fine, with some wind in the afternoon. ";

    private static final List<Pattern> THIRTY = IntStream.range(0, 30)
            .mapToObj(each -> Pattern.compile(
                    "(ignore|disregard|forget|override)\\s+.{0,40}(rule|prompt|order|word)%d".formatted(each),
                    Pattern.CASE_INSENSITIVE))
            .toList();

    @Param({"200", "4096", "102400"})
    public int size;

    private String text = "";

    private final InjectionDetector detector = InjectionDetector.builtIn();

    @Setup
    public void repeat() {
        text = CLEAN.repeat(size / CLEAN.length() + 1).substring(0, size);
    }

    @Benchmark
    public Object detector() {
        return detector.find(text, Origin.USER);
    }

    @Benchmark
    public int thirtyExpressions() {
        int found = 0;
        for (Pattern pattern : THIRTY) {
            found += pattern.matcher(text).find() ? 1 : 0;
        }
        return found;
    }
}
