package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.audit.AuditFilter;
import io.agentkit.audit.AuditSpec;
import io.agentkit.audit.InMemoryAuditStore;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.observe.TracingSpec;
import io.agentkit.resilience.RetrySpec;
import io.agentkit.spec.Resources;
import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.Budgets;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.CostSpec;
import io.agentkit.spend.MeterSpec;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.test.FakeTime;
import io.agentkit.test.RecordedEvents;
import io.agentkit.test.RecordedStream;
import io.agentkit.test.ScriptedModel;
import io.agentkit.test.ScriptedTool;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The documented chains without Spring: what a reader of the README writes in plain Java. */
class PlainJavaTests {

    private static final AgentKitException BUSY = new AgentKitException(ErrorKind.OVERLOADED, "busy");

    private final FakeTime time = new FakeTime();
    private final RecordedEvents events = new RecordedEvents();
    private final ChainEnvironment environment = ChainEnvironment.defaults()
            .withTime(time)
            .withListener(events)
            .withPricing((model, usage) -> Money.usd("0.0001").times(usage.total()));
    private final CostMeter costs = new CostMeter(time);
    private final InMemoryAuditStore audits = new InMemoryAuditStore();
    private final Budgets budgets = Budgets.of(
            Map.of("per-run", BudgetSpec.of("run", new BudgetLimits(Money.usd(1), null, null))),
            new InMemoryBudgetStore(time));
    private final Resources resources = Resources.of(environment, costs, budgets, audits);

    private final Chain<ChatRequest, ChatReply> chat = Chain.chat("chat")
            .environment(environment)
            .add("tracing", TracingSpec.defaults().chatMiddleware(resources))
            .add("meter", MeterSpec.defaults().chatMiddleware(resources))
            .add("cost", CostSpec.defaults().chatMiddleware(resources))
            .add("retry", RetrySpec.defaults().chatMiddleware(resources))
            .build();
    private final Chain<ToolRequest, ToolResult> tools = Chain.tool("tool")
            .environment(environment)
            .add("tracing", TracingSpec.defaults().toolMiddleware(resources))
            .add("audit", AuditSpec.defaults().toolMiddleware(resources))
            .add("meter", MeterSpec.defaults().toolMiddleware(resources))
            .add("retry", RetrySpec.defaults().toolMiddleware(resources))
            .build();
    private final ScriptedModel model = new ScriptedModel();
    private final ScriptedTool tool = new ScriptedTool();

    @Test // TC-041
    void callsAModel() {
        model.fail(BUSY).reply(ChatReply.of("hello", Usage.of(100, 20)));

        try (Run run = Run.open(environment, spec -> spec.tenant("acme"))) {
            ChatReply reply = chat.around(model).call(ChatRequest.user("hi"));

            assertThat(reply.text()).isEqualTo("hello");
            assertThat(run.spend()).isEqualTo(new RunSpend(1, Usage.of(100, 20), Money.usd("0.012"), true));
        }
        assertThat(model.calls()).isEqualTo(2);
        assertThat(costs.snapshot().spendUsd()).isEqualTo(Money.usd("0.012"));
        assertThat(events.names()).contains("retry.attempt");
        assertThat(chat).hasToString("tracing(meter(cost(retry(model))))");
    }

    @Test
    void streamsFromAModel() {
        RecordedStream screen = new RecordedStream();
        model.stream("he", "llo");

        ChatReply reply = chat.around(model)
                .call(ChatRequest.user("hi"), CallSettings.DEFAULTS.streamingTo(screen, StreamMode.COMMIT));

        assertThat(screen.shown()).containsExactly("he", "llo");
        assertThat(reply.text()).isEqualTo("hello");
        assertThat(costs.snapshot().answerUsd()).isEqualTo(Money.usd("0.012"));
    }

    @Test
    void callsATool() {
        tool.fail(BUSY).result("42");

        try (Run run = Run.open(environment, spec -> spec.id("job-7"))) {
            ToolResult result =
                    tools.around(tool).call(ToolRequest.of(new ToolFacts("sum", ToolSafety.READ_ONLY), "{\"a\":1}"));

            assertThat(result.text()).isEqualTo("42");
            assertThat(run.id()).isEqualTo("job-7");
        }
        assertThat(tool.calls()).isEqualTo(2);
        assertThat(audits.find(AuditFilter.ALL, null, 10).records()).hasSize(1);
        assertThat(tools).hasToString("tracing(audit(meter(retry(tool))))");
    }
}
