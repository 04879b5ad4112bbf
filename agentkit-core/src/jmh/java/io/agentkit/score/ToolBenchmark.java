package io.agentkit.score;

import io.agentkit.CallSettings;
import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.ToolMiddleware;
import io.agentkit.audit.AuditFileSettings;
import io.agentkit.audit.AuditSpec;
import io.agentkit.audit.AuditSync;
import io.agentkit.audit.FileAuditStore;
import io.agentkit.audit.InMemoryAuditStore;
import io.agentkit.cache.MemoizeSpec;
import io.agentkit.idempotency.IdempotentSpec;
import io.agentkit.idempotency.InMemoryIdempotencyStore;
import io.agentkit.spec.Resources;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What {@code memoize}, {@code audit} and {@code idempotent} cost a call of a tool that takes no time. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(1)
public class ToolBenchmark {

    private final ChainEnvironment environment = ChainEnvironment.defaults();

    private final CallSettings inARun =
            CallSettings.DEFAULTS.withRun(Run.create(environment, run -> run.tenant("acme")));

    private final ToolRequest read = ToolRequest.of(
            new ToolFacts("find", ToolSafety.READ_ONLY), "{\"query\": \"blue shoes\", \"limit\": 20, \"page\": 1}");

    private final ToolRequest charge = ToolRequest.of(
            new ToolFacts("charge", ToolSafety.SIDE_EFFECT),
            "call_1",
            "run:1:0:call_1:charge",
            "{\"account\": \"4711\", \"cents\": 1999}");

    private final Path directory = directory();

    private final FileAuditStore file = new FileAuditStore(
            directory.resolve("audit.jsonl"),
            AuditFileSettings.defaults().withSync(AuditSync.NEVER),
            environment.time());

    private final Handler<ToolRequest, ToolResult> bare = chain(null);

    private final Handler<ToolRequest, ToolResult> memoize =
            chain(MemoizeSpec.defaults().toolMiddleware(Resources.of(environment)));

    private final Handler<ToolRequest, ToolResult> memory =
            chain(AuditSpec.defaults().toolMiddleware(Resources.of(environment, new InMemoryAuditStore())));

    private final Handler<ToolRequest, ToolResult> lines =
            chain(AuditSpec.defaults().toolMiddleware(Resources.of(environment, file)));

    private final Handler<ToolRequest, ToolResult> idempotent = chain(IdempotentSpec.defaults()
            .toolMiddleware(Resources.of(environment, new InMemoryIdempotencyStore(environment.time()))));

    private static Path directory() {
        try {
            return Files.createTempDirectory("audit");
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private Handler<ToolRequest, ToolResult> chain(@Nullable ToolMiddleware middleware) {
        var chain = Chain.tool("bench").environment(environment);
        if (middleware != null) {
            chain.add("middleware", middleware);
        }
        ToolResult done = ToolResult.of("done");
        return chain.build().around(attempt -> done);
    }

    /** What was written is of no use. */
    @TearDown
    public void close() throws IOException {
        file.close();
        try (var files = Files.list(directory)) {
            for (Path each : files.toList()) {
                Files.delete(each);
            }
        }
    }

    @Benchmark
    public Object bare() {
        return bare.call(read, inARun);
    }

    @Benchmark
    public Object memoizeHit() {
        return memoize.call(read, inARun);
    }

    @Benchmark
    public Object auditInMemory() {
        return memory.call(read, inARun);
    }

    /** Handed over, as what became of a tool is that changes nothing; the writer is what bounds it. */
    @Benchmark
    public Object auditInAFile() {
        return lines.call(read, inARun);
    }

    @Benchmark
    public Object idempotentReplay() {
        return idempotent.call(charge, inARun);
    }
}
