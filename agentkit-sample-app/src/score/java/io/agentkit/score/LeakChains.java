package io.agentkit.score;

import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.Handler;
import io.agentkit.RecentRuns;
import io.agentkit.audit.AuditSpec;
import io.agentkit.audit.InMemoryAuditStore;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.limit.DepthLimitSpec;
import io.agentkit.limit.RateLimitSpec;
import io.agentkit.limit.RateLimiter;
import io.agentkit.limit.RateLimiterSpec;
import io.agentkit.limit.RateLimiterStatus;
import io.agentkit.limit.RateLimiters;
import io.agentkit.money.Money;
import io.agentkit.observe.TracingSpec;
import io.agentkit.price.PriceBook;
import io.agentkit.price.Rates;
import io.agentkit.resilience.Backoff;
import io.agentkit.resilience.BreakerSpec;
import io.agentkit.resilience.FallbackSpec;
import io.agentkit.resilience.RetrySpec;
import io.agentkit.resilience.TimeoutSpec;
import io.agentkit.spec.Resources;
import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.BudgetStatus;
import io.agentkit.spend.Budgets;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.CostSpec;
import io.agentkit.spend.MeterSpec;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.time.Time;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** A chain around a model and one around a tool, with everything that holds on to something while a call is under way. Thread-safe. */
final class LeakChains {

    private static final long PERMITS = 1_000_000;

    private final RateLimiters limiters;

    private final Budgets budgets;

    private final ObservationRegistry observations = ObservationRegistry.create();

    private final AtomicInteger openObservations = new AtomicInteger();

    private final ChainEnvironment environment;

    private final Handler<ChatRequest, ChatReply> chat;

    private final Handler<ToolRequest, ToolResult> tool;

    LeakChains(Time time, LeakFaults faults) {
        PriceBook prices = PriceBook.of(Map.of("primary", Rates.usd("1", "5"), "backup", Rates.usd("3", "15")));
        environment =
                ChainEnvironment.defaults().withTime(time).withPricing(prices).withRuns(new RecentRuns(100));
        // One is fast enough to make requests wait; the other has permits for all, never gets one back, and can be
        // counted.
        limiters = RateLimiters.of(
                Map.of(
                        "pace",
                        RateLimiterSpec.requests(Duration.ofNanos(400_000), 4).withTokens(1_000_000_000L, 1_000_000L),
                        "counted",
                        RateLimiterSpec.requests(Duration.ofDays(365), PERMITS)),
                time);
        Map<String, BudgetSpec> specs = new LinkedHashMap<>();
        specs.put("all", BudgetSpec.of("global", new BudgetLimits(Money.usd("1000"), null, null)));
        specs.put(
                "users",
                BudgetSpec.builder("user", new BudgetLimits(Money.usd("0.02"), null, null))
                        .parent("all")
                        .build());
        specs.put(
                "tools",
                BudgetSpec.builder("user", new BudgetLimits(null, null, 1_000L))
                        .tools("look-up", "write")
                        .build());
        budgets = Budgets.of(specs, new InMemoryBudgetStore(time));
        observations.observationConfig().observationHandler(new OpenObservations());
        Resources resources = Resources.of(
                environment, budgets, limiters, new CostMeter(time), observations, new InMemoryAuditStore(100));
        chat = chat(resources, faults);
        tool = tool(resources, faults);
    }

    private static RetrySpec retry() {
        return RetrySpec.defaults()
                .withBackoff(new Backoff(Duration.ofMillis(1), Duration.ofMillis(2), null))
                .withAttemptTimeout(Duration.ofMillis(12))
                .withBreaker(new BreakerSpec(null, 6, Duration.ofMillis(3)));
    }

    private static RateLimitSpec limitedBy(String limiter) {
        return RateLimitSpec.shared(limiter).withMaxWait(Duration.ofMillis(8)).withAssumedOutput(10);
    }

    private Handler<ChatRequest, ChatReply> chat(Resources resources, LeakFaults faults) {
        TimeoutSpec timeout = TimeoutSpec.ofTotal(Duration.ofMillis(25))
                .withFirstToken(Duration.ofMillis(8))
                .withIdle(Duration.ofMillis(6));
        return Chain.chat("chat")
                .environment(environment)
                .add("tracing", TracingSpec.defaults().chatMiddleware(resources))
                .add("meter", MeterSpec.defaults().chatMiddleware(resources))
                .add("cost", CostSpec.defaults().chatMiddleware(resources))
                .add("depth-limit", DepthLimitSpec.defaults().chatMiddleware(resources))
                .add("timeout", timeout.chatMiddleware(resources))
                .add("fallback", FallbackSpec.of("primary", "backup").chatMiddleware(resources))
                .add("counted", limitedBy("counted").chatMiddleware(resources))
                .add("rate-limit", limitedBy("pace").chatMiddleware(resources))
                .add("retry", retry().chatMiddleware(resources))
                .build()
                .around(faults::model);
    }

    private Handler<ToolRequest, ToolResult> tool(Resources resources, LeakFaults faults) {
        return Chain.tool("tool")
                .environment(environment)
                .add("tracing", TracingSpec.defaults().toolMiddleware(resources))
                .add("audit", AuditSpec.defaults().toolMiddleware(resources))
                .add("meter", MeterSpec.defaults().toolMiddleware(resources))
                .add("depth-limit", DepthLimitSpec.defaults().toolMiddleware(resources))
                .add("timeout", TimeoutSpec.ofTotal(Duration.ofMillis(20)).toolMiddleware(resources))
                .add("counted", limitedBy("counted").toolMiddleware(resources))
                .add("rate-limit", limitedBy("pace").toolMiddleware(resources))
                .add("retry", retry().toolMiddleware(resources))
                .build()
                .around(faults::tool);
    }

    ChainEnvironment environment() {
        return environment;
    }

    Handler<ChatRequest, ChatReply> chat() {
        return chat;
    }

    Handler<ToolRequest, ToolResult> tool() {
        return tool;
    }

    int openObservations() {
        return openObservations.get();
    }

    boolean isObserving() {
        return observations.getCurrentObservation() != null;
    }

    int waiting() {
        return limiters.all().stream().mapToInt(RateLimiter::waiting).sum();
    }

    /** How many permits were taken in all. */
    long permitsTaken() {
        RateLimiterStatus status =
                Objects.requireNonNull(limiters.find("counted")).status();
        return status.keys().isEmpty()
                ? 0
                : PERMITS - Objects.requireNonNull(status.keys().get(0).requests());
    }

    /** How many keys of budgets hold something back for a request that is under way. */
    long reservations() {
        return budgets.names().stream()
                .flatMap(name -> Objects.requireNonNull(budgets.page(name, null, 10_000)).keys().stream())
                .map(BudgetStatus::reserved)
                .filter(reserved -> !reserved.equals(BudgetAmounts.NONE))
                .count();
    }

    private final class OpenObservations implements ObservationHandler<Observation.Context> {

        @Override
        public void onStart(Observation.Context context) {
            openObservations.incrementAndGet();
        }

        @Override
        public void onStop(Observation.Context context) {
            openObservations.decrementAndGet();
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }
}
