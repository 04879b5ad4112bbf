package io.agentkit.boot.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.ErrorKind;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Message;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.observe.TracingSpec;
import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.Budgets;
import io.agentkit.spend.MeterSpec;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import io.agentkit.tool.ToolSafety;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MeterListenerTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private final ChainHarness harness = harness(new MeterListener(registry));

    private static ChainHarness harness(MeterListener listener) {
        ChainHarness made = ChainHarness.create();
        return made.environment(made.environment().withListener(listener));
    }

    private static ChatReply reply(Usage usage) {
        return ChatReply.builder()
                .message(Message.assistant("hello"))
                .model("m-1")
                .usage(usage)
                .build();
    }

    private double tokens(String type) {
        return registry.get("agentkit.tokens").tag("type", type).counter().count();
    }

    @Test // TC-001
    void countsTokensByType() {
        harness.model.reply(reply(Usage.of(100, 20)));

        harness.chat("hi");

        assertThat(registry.find("agentkit.tokens").counters()).hasSize(2);
        assertThat(tokens("input")).isEqualTo(100);
        assertThat(tokens("output")).isEqualTo(20);
        assertThat(registry.get("agentkit.tokens")
                        .tag("type", "input")
                        .counter()
                        .getId()
                        .getTag("model"))
                .isEqualTo("m-1");
    }

    @Test // TC-002
    void timesCalls() {
        harness.model.run(attempt -> {
            harness.time.advance(Duration.ofMillis(70));
            return reply(Usage.of(1, 1));
        });

        harness.chat("hi");

        assertThat(registry.get("agentkit.chat.calls")
                        .tags("chain", "chat", "model", "m-1", "cache", "none", "error", "none")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(70);
    }

    @Test // TC-003
    void countsNoTokensWhereThereAreNone() {
        harness.model.reply(reply(Usage.NONE));

        harness.chat("hi");

        assertThat(registry.find("agentkit.tokens").counters()).isEmpty();
        assertThat(registry.get("agentkit.chat.calls").timer().count()).isEqualTo(1);
    }

    @Test // TC-005
    void countsFailuresByKind() {
        harness.model.fail(new AgentKitException(ErrorKind.OVERLOADED, "no"));

        assertThatThrownBy(
                        () -> harness.chatHandler().call(ChatRequest.user("hi").withModel("m-1")))
                .hasMessage("no");

        assertThat(registry.get("agentkit.chat.calls")
                        .tags("model", "m-1", "error", "overloaded")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("agentkit.chat.requests")
                        .tag("status", "failed")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test // TC-007, TC-008
    void countsAlsoWhatNoSpanIsKeptOf() {
        ObservationRegistry observations = ObservationRegistry.create();
        observations.observationConfig().observationPredicate((name, context) -> false);
        harness.add("tracing", TracingSpec.defaults().chatMiddleware(harness.resources(observations)));
        harness.model.reply(reply(Usage.of(100, 20))).fail(new AgentKitException(ErrorKind.OVERLOADED, "no"));

        harness.chat("hi");
        assertThatThrownBy(() -> harness.chat("hi")).hasMessage("no");

        assertThat(tokens("input")).isEqualTo(100);
        assertThat(registry.get("agentkit.chat.calls")
                        .tag("error", "overloaded")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void addsUpMoneyExactly() {
        harness.pricing((model, usage) -> Money.usd("0.001"));
        for (int i = 0; i < 1_000; i++) {
            harness.model.reply(reply(Usage.of(1, 1)));
            harness.chat("hi");
        }

        assertThat(registry.get("agentkit.cost").functionCounter().count()).isEqualTo(1.0);
    }

    @Test
    void countsRetriesAndEveryRequest() {
        harness.add("twice", (call, next) -> {
            try {
                return next.call(call);
            } catch (AgentKitException failure) {
                call.meta().attempt(2);
                return next.call(call);
            }
        });
        harness.model.fail(new AgentKitException(ErrorKind.NETWORK, "cut")).reply(reply(Usage.of(1, 1)));

        harness.chat("hi");

        assertThat(registry.get("agentkit.chat.retries").counter().count()).isEqualTo(1);
        assertThat(registry.find("agentkit.chat.requests").counters()).hasSize(2);
    }

    @Test // TC-026
    void timesTheFirstTextOfAStream() {
        harness.model.run(attempt -> {
            harness.time.advance(Duration.ofMillis(30));
            attempt.delta(Delta.text("hello"));
            attempt.delta(Delta.finish(FinishReason.STOP));
            return attempt.assembled().build();
        });

        harness.stream("hi", new RecordedStream());

        assertThat(registry.get("agentkit.chat.first.text").timer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(30, within(0.001));
    }

    @Test
    void addsWhatAProviderCountsLate() {
        AtomicReference<Attempt<ChatRequest>> sent = new AtomicReference<>();
        harness.model.run(attempt -> {
            sent.set(attempt);
            return reply(Usage.of(10, 5));
        });
        harness.chat("hi");

        sent.get().late(Usage.of(30, 2));

        assertThat(tokens("input")).isEqualTo(30);
        assertThat(tokens("output")).isEqualTo(5);
    }

    @Test
    void tellsACostThatNeverFallsAndIsExactAgainBeyondWhatItTold() {
        harness.pricing((model, usage) -> Money.usd("0.01").times(usage.input()));
        AtomicReference<Attempt<ChatRequest>> sent = new AtomicReference<>();
        harness.model
                .run(attempt -> {
                    sent.set(attempt);
                    return reply(Usage.of(50, 1));
                })
                .reply(reply(Usage.of(40, 1)));
        harness.chat("hi");
        assertThat(cost()).isEqualTo(0.5);

        sent.get().late(Usage.of(20, 1));
        assertThat(cost()).isEqualTo(0.5);
        harness.chat("hi");

        assertThat(cost()).isEqualTo(0.6);
    }

    private double cost() {
        return registry.get("agentkit.cost").functionCounter().count();
    }

    @Test
    void countsCallsOfTools() {
        harness.tool(ToolSafety.READ_ONLY, "{}");

        assertThat(registry.get("agentkit.tool.calls")
                        .tag("tool", "tool")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("agentkit.tool.requests").counter().count()).isEqualTo(1);
    }

    @Test
    void keepsModelsApart() {
        for (String model : List.of("a", "b", "a")) {
            harness.model.reply("hello");
            harness.chatHandler().call(ChatRequest.user("hi").withModel(model));
        }

        assertThat(registry.get("agentkit.chat.calls").tag("model", "a").timer().count())
                .isEqualTo(2);
        assertThat(registry.get("agentkit.chat.calls").tag("model", "b").timer().count())
                .isEqualTo(1);
    }

    @Test
    void countsWhatBudgetsRefuse() {
        BudgetSpec none = BudgetSpec.of("global", new BudgetLimits(null, null, 0L));
        Budgets budgets = Budgets.of(Map.of("all", none), new InMemoryBudgetStore(harness.time, 10));
        harness.add("meter", MeterSpec.defaults().chatMiddleware(harness.resources(budgets)));

        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(AgentKitException.class);

        assertThat(registry.get("agentkit.budget.refusals")
                        .tags("budget", "all", "reason", "calls")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("agentkit.chat.requests")
                        .tag("status", "not_sent")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test // AU-03
    void boundsTheModelsInItsTags() {
        for (int i = 0; i < 150; i++) {
            harness.model.reply("hello");
            harness.chatHandler().call(ChatRequest.user("hi").withModel("model-" + i));
        }

        Set<String> models = registry.find("agentkit.chat.calls").timers().stream()
                .map(timer -> timer.getId().getTag("model"))
                .collect(Collectors.toSet());
        assertThat(models).hasSize(101).contains("other");
        assertThat(registry.get("agentkit.chat.calls")
                        .tag("model", "other")
                        .timer()
                        .count())
                .isEqualTo(50);
    }

    @Test // AU-02
    void hasOneSetOfTagsForEachMeter() {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ChainHarness scraped = harness(new MeterListener(prometheus));
        scraped.pricing((model, usage) -> Money.usd("0.001"));
        scraped.model
                .reply(reply(Usage.of(1, 2, 3, 4)))
                .reply("without a model")
                .fail(new AgentKitException(ErrorKind.NETWORK, "cut"));

        scraped.chat("hi");
        scraped.chat("hi");
        assertThatThrownBy(() -> scraped.chat("hi")).hasMessage("cut");
        scraped.tool(ToolSafety.READ_ONLY, "{}");

        Map<String, Set<Set<String>>> tags = prometheus.getMeters().stream()
                .collect(Collectors.groupingBy(
                        meter -> meter.getId().getName(), Collectors.mapping(this::keys, Collectors.toSet())));
        assertThat(tags)
                .isNotEmpty()
                .allSatisfy((name, sets) -> assertThat(sets).hasSize(1));
        assertThat(prometheus.scrape())
                .contains("agentkit_tokens_total{chain=\"chat\",model=\"none\",type=\"input\"} 100.0")
                .contains("agentkit_cost_usd_total{chain=\"chat\",model=\"m-1\"} 0.001")
                .contains("error=\"network\"");
    }

    private Set<String> keys(Meter meter) {
        return meter.getId().getTags().stream()
                .map(io.micrometer.core.instrument.Tag::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
