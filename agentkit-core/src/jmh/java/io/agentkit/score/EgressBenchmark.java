package io.agentkit.score;

import io.agentkit.CallSettings;
import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.egress.EgressScan;
import io.agentkit.egress.EgressSpec;
import io.agentkit.egress.Guardrail;
import io.agentkit.spec.Resources;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What {@code egress} costs a call of a tool, and what a URL costs by its form. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(1)
public class EgressBenchmark {

    private final ChainEnvironment environment = ChainEnvironment.defaults();

    private final CallSettings inARun =
            CallSettings.DEFAULTS.withRun(Run.create(environment, run -> run.tenant("acme")));

    private final ToolFacts facts = new ToolFacts("fetch", ToolSafety.READ_ONLY).withUrlArguments(Set.of("url"));

    private final ToolRequest fetch = ToolRequest.of(
            facts, "{\"url\": \"https://docs.example.com/a/b?c=d\", \"format\": \"text\", \"limit\": 20}");

    private final ToolRequest note = ToolRequest.of(
            ToolFacts.unknown("note"),
            "{\"title\": \"Tomorrow\", \"text\": \"%s\"}".formatted("some words ".repeat(400)));

    private final Handler<ToolRequest, ToolResult> bare = chain(null);

    private final Handler<ToolRequest, ToolResult> whole = chain(EgressSpec.defaults());

    private final Handler<ToolRequest, ToolResult> any =
            chain(EgressSpec.defaults().withScan(EgressScan.ANY));

    private final Guardrail guardrail = EgressSpec.defaults().guardrail();

    private Handler<ToolRequest, ToolResult> chain(@Nullable EgressSpec spec) {
        var chain = Chain.tool("bench").environment(environment);
        if (spec != null) {
            chain.add("egress", spec.toolMiddleware(Resources.of(environment)));
        }
        ToolResult done = ToolResult.of("done");
        return chain.build().around(attempt -> done);
    }

    @Benchmark
    public Object bare() {
        return bare.call(fetch, inARun);
    }

    @Benchmark
    public Object declaredUrl() {
        return whole.call(fetch, inARun);
    }

    /** 4 KB of text with no URL in it. */
    @Benchmark
    public Object noUrl() {
        return whole.call(note, inARun);
    }

    @Benchmark
    public Object noUrlAnywhere() {
        return any.call(note, inARun);
    }

    @Benchmark
    public Object name() {
        return guardrail.checkUrl("https://docs.example.com/a/b?c=d");
    }

    @Benchmark
    public Object internationalName() {
        return guardrail.checkUrl("https://bücher.example.com/a/b?c=d");
    }

    @Benchmark
    public Object address() {
        return guardrail.checkUrl("http://93.184.216.34/a/b?c=d");
    }

    @Benchmark
    public Object mappedAddress() {
        return guardrail.checkUrl("http://[::ffff:93.184.216.34]/a/b?c=d");
    }
}
