package io.agentkit.score;

import io.agentkit.CallSettings;
import io.agentkit.Chain;
import io.agentkit.ChatMiddleware;
import io.agentkit.Endpoint;
import io.agentkit.Handler;
import io.agentkit.StreamConsumer;
import io.agentkit.StreamMode;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Usage;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** What a chain costs before any of its middlewares does something. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ChainBenchmark {

    private static final int DELTAS = 200;

    private final ChatRequest request = ChatRequest.user("hello");

    private final ChatReply reply = ChatReply.of("hi", Usage.of(100, 20));

    private final Delta[] deltas = deltas();

    private final Endpoint<ChatRequest, ChatReply> endpoint = attempt -> {
        if (!attempt.isStreaming()) {
            return reply;
        }
        for (Delta delta : deltas) {
            attempt.delta(delta);
        }
        return attempt.assembled().build();
    };

    private final Handler<ChatRequest, ChatReply> empty =
            Chain.chat("empty").build().around(endpoint);

    private final Handler<ChatRequest, ChatReply> nine = nine();

    private final UnaryOperator<Object> closures = closures(reply);

    private static Delta[] deltas() {
        Delta[] all = new Delta[DELTAS];
        for (int i = 0; i < DELTAS - 1; i++) {
            all[i] = Delta.text("word ");
        }
        all[DELTAS - 1] = Delta.finish(FinishReason.STOP);
        return all;
    }

    private Handler<ChatRequest, ChatReply> nine() {
        var chain = Chain.chat("nine");
        List<ChatMiddleware> noOps = List.of(
                (call, next) -> next.call(call),
                (call, next) -> next.call(call),
                (call, next) -> next.call(call),
                (call, next) -> next.call(call),
                (call, next) -> next.call(call),
                (call, next) -> next.call(call),
                (call, next) -> next.call(call),
                (call, next) -> next.call(call),
                (call, next) -> next.call(call));
        for (int i = 0; i < noOps.size(); i++) {
            chain.add("noop" + i, noOps.get(i));
        }
        return chain.build().around(endpoint);
    }

    /** What a general library puts around a call, without any contract: one wrapper class around nine classes. */
    private interface Around {

        Object around(Object request, UnaryOperator<Object> next);
    }

    private static UnaryOperator<Object> closures(Object reply) {
        List<Around> noOps = List.of(
                (request, next) -> next.apply(request),
                (request, next) -> next.apply(request),
                (request, next) -> next.apply(request),
                (request, next) -> next.apply(request),
                (request, next) -> next.apply(request),
                (request, next) -> next.apply(request),
                (request, next) -> next.apply(request),
                (request, next) -> next.apply(request),
                (request, next) -> next.apply(request));
        UnaryOperator<Object> all = request -> reply;
        for (Around noOp : noOps) {
            UnaryOperator<Object> inner = all;
            all = request -> noOp.around(request, inner);
        }
        return all;
    }

    @Benchmark
    public Object floorOfNineClosures() {
        return closures.apply(request);
    }

    @Benchmark
    public Object emptyChain() {
        return empty.call(request);
    }

    @Benchmark
    public Object nineNoOps() {
        return nine.call(request);
    }

    @Benchmark
    @OperationsPerInvocation(DELTAS)
    public void emptyChainPerDelta(Blackhole blackhole) {
        StreamConsumer consumer = blackhole::consume;
        blackhole.consume(empty.call(request, CallSettings.DEFAULTS.streamingTo(consumer, StreamMode.COMMIT)));
    }
}
