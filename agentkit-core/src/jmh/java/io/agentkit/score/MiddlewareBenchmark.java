package io.agentkit.score;

import io.agentkit.CallSettings;
import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.Endpoint;
import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.StreamConsumer;
import io.agentkit.StreamMode;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Message;
import io.agentkit.chat.Usage;
import io.agentkit.limit.DepthLimitSpec;
import io.agentkit.limit.RateLimitSpec;
import io.agentkit.limit.RateLimiterSpec;
import io.agentkit.money.Money;
import io.agentkit.observe.TracingSpec;
import io.agentkit.price.PriceBook;
import io.agentkit.resilience.FallbackSpec;
import io.agentkit.resilience.HedgeSpec;
import io.agentkit.resilience.RetrySpec;
import io.agentkit.resilience.TimeoutSpec;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.Budgets;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.CostSpec;
import io.agentkit.spend.MeterSpec;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.time.Time;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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

/** Each middleware alone and the four of the first release together, around a model that takes no time. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(1)
public class MiddlewareBenchmark {

    private static final int DELTAS = 200;

    private static final String MODEL = "gpt-5-mini";

    private final ChainEnvironment environment = ChainEnvironment.defaults().withPricing(PriceBook.builtIn());

    private final ChatRequest request =
            ChatRequest.user("hello").mutate().model(MODEL).build();

    private final ChatReply reply = ChatReply.builder()
            .message(Message.assistant("hi"))
            .usage(Usage.of(100, 20))
            .model(MODEL)
            .build();

    private final Delta[] deltas = deltas();

    private final CallSettings inARun =
            CallSettings.DEFAULTS.withRun(Run.create(environment, run -> run.tenant("acme")));

    private final Endpoint<ChatRequest, ChatReply> endpoint = attempt -> {
        if (!attempt.isStreaming()) {
            return reply;
        }
        for (Delta delta : deltas) {
            attempt.delta(delta);
        }
        return attempt.assembled().usage(reply.usage()).model(MODEL).build();
    };

    private final Handler<ChatRequest, ChatReply> tracing = chain(ObservationRegistry.NOOP, TracingSpec.defaults());

    private final Handler<ChatRequest, ChatReply> tracingObserved = chain(observed(), TracingSpec.defaults());

    private final Handler<ChatRequest, ChatReply> meter = chain(ObservationRegistry.NOOP, MeterSpec.defaults());

    private final Handler<ChatRequest, ChatReply> cost = chain(ObservationRegistry.NOOP, CostSpec.defaults());

    private final Handler<ChatRequest, ChatReply> retry = chain(ObservationRegistry.NOOP, RetrySpec.defaults());

    private final Handler<ChatRequest, ChatReply> depthLimit =
            chain(ObservationRegistry.NOOP, DepthLimitSpec.defaults());

    private final Handler<ChatRequest, ChatReply> hedge = chain(ObservationRegistry.NOOP, HedgeSpec.of("gpt-5-nano"));

    private final Handler<ChatRequest, ChatReply> rateLimit = chain(
            ObservationRegistry.NOOP, RateLimitSpec.of(RateLimiterSpec.requests(Duration.ofNanos(1), 1_000_000_000L)));

    private final Handler<ChatRequest, ChatReply> rateLimitByTenant = chain(
            ObservationRegistry.NOOP,
            RateLimitSpec.of(RateLimiterSpec.requests(Duration.ofNanos(1), 1_000_000_000L)
                    .withTokens(1_000_000_000L, null)
                    .withPer("tenant")));

    private final Handler<ChatRequest, ChatReply> fallback =
            chain(ObservationRegistry.NOOP, FallbackSpec.of(MODEL, "gpt-5-nano"));

    private final Handler<ChatRequest, ChatReply> timeout =
            chain(ObservationRegistry.NOOP, TimeoutSpec.ofTotal(Duration.ofMinutes(1)));

    private final Handler<ChatRequest, ChatReply> timeoutOfStreams = chain(
            ObservationRegistry.NOOP,
            new TimeoutSpec(Duration.ofMinutes(1), Duration.ofSeconds(20), Duration.ofSeconds(10), null));

    private final Handler<ChatRequest, ChatReply> four = chain(
            ObservationRegistry.NOOP,
            TracingSpec.defaults(),
            MeterSpec.defaults(),
            CostSpec.defaults(),
            RetrySpec.defaults());

    private final Handler<ChatRequest, ChatReply> fourObserved =
            chain(observed(), TracingSpec.defaults(), MeterSpec.defaults(), CostSpec.defaults(), RetrySpec.defaults());

    private static Delta[] deltas() {
        Delta[] all = new Delta[DELTAS];
        for (int i = 0; i < DELTAS - 1; i++) {
            all[i] = Delta.text("word ");
        }
        all[DELTAS - 1] = Delta.finish(FinishReason.STOP);
        return all;
    }

    /** A registry with a handler that does nothing: what observing itself costs. */
    private static ObservationRegistry observed() {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        return registry;
    }

    private Handler<ChatRequest, ChatReply> chain(ObservationRegistry registry, ChatSpec... specs) {
        BudgetLimits plenty = new BudgetLimits(Money.usd(1_000_000_000), null, null);
        Budgets budgets = Budgets.of(
                Map.of(
                        "run", BudgetSpec.of("run", plenty),
                        "tenant", BudgetSpec.of("tenant", plenty),
                        "all", BudgetSpec.of("global", plenty)),
                new InMemoryBudgetStore(Time.system()));
        Resources resources = Resources.of(environment, registry, budgets, new CostMeter(Time.system()));
        var chain = Chain.chat("bench").environment(environment);
        for (ChatSpec spec : specs) {
            chain.add(spec.getClass().getSimpleName(), spec.chatMiddleware(resources));
        }
        return chain.build().around(endpoint);
    }

    @Benchmark
    public Object tracing() {
        return tracing.call(request, inARun);
    }

    @Benchmark
    public Object tracingObserved() {
        return tracingObserved.call(request, inARun);
    }

    @Benchmark
    public Object meter() {
        return meter.call(request, inARun);
    }

    /** A budget for the run costs more when each call is a run of its own. */
    @Benchmark
    public Object meterInRunsOfTheirOwn() {
        return meter.call(request);
    }

    @Benchmark
    public Object cost() {
        return cost.call(request, inARun);
    }

    @Benchmark
    public Object retry() {
        return retry.call(request, inARun);
    }

    @Benchmark
    public Object depthLimit() {
        return depthLimit.call(request, inARun);
    }

    /** A model that is fast enough: the timer is set and taken back, and its time noted. */
    @Benchmark
    public Object hedge() {
        return hedge.call(request, inARun);
    }

    /** A bucket of requests that never runs out. */
    @Benchmark
    public Object rateLimit() {
        return rateLimit.call(request, inARun);
    }

    /** A bucket of requests and one of tokens, found by the tenant, with the estimate of the prompt. */
    @Benchmark
    public Object rateLimitByTenant() {
        return rateLimitByTenant.call(request, inARun);
    }

    @Benchmark
    public Object fallback() {
        return fallback.call(request, inARun);
    }

    @Benchmark
    public Object timeout() {
        return timeout.call(request, inARun);
    }

    /** With limits for the first token and for pauses, which look at the clock with each delta. */
    @Benchmark
    @OperationsPerInvocation(DELTAS)
    public void timeoutPerDelta(Blackhole blackhole) {
        StreamConsumer consumer = blackhole::consume;
        blackhole.consume(timeoutOfStreams.call(request, inARun.streamingTo(consumer, StreamMode.COMMIT)));
    }

    @Benchmark
    public Object fourStages() {
        return four.call(request, inARun);
    }

    @Benchmark
    public Object fourStagesObserved() {
        return fourObserved.call(request, inARun);
    }

    @Benchmark
    @OperationsPerInvocation(DELTAS)
    public void fourStagesPerDelta(Blackhole blackhole) {
        StreamConsumer consumer = blackhole::consume;
        blackhole.consume(four.call(request, inARun.streamingTo(consumer, StreamMode.COMMIT)));
    }
}
