package io.agentkit.boot.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.idempotency.HoldLost;
import io.agentkit.idempotency.IdempotentSpec;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolSafety;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class IdempotencyMetersTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private final ChainHarness harness = ChainHarness.create();

    private void call(String id) {
        ToolFacts facts = new ToolFacts("charge_card", ToolSafety.SIDE_EFFECT);
        harness.toolHandler().call(ToolRequest.of(facts, id, "run-1:1:0:" + id + ":charge_card", "{}"));
    }

    private double count(String meter, String... tags) {
        return registry.get(meter)
                .tag("tool", "charge_card")
                .tags(tags)
                .counter()
                .count();
    }

    @Test
    void countWhatWasNotMadeASecondTime() {
        harness.environment(harness.environment().withListener(new MeterListener(registry)));
        harness.addTool("idempotent", IdempotentSpec.defaults().toolMiddleware(harness.resources()));
        harness.tool.result("paid").fail(new AgentKitException(ErrorKind.TIMEOUT, "no answer"));

        call("call_1");
        call("call_1");
        assertThatThrownBy(() -> call("call_2")).hasMessage("no answer");
        assertThatThrownBy(() -> call("call_2")).hasMessageContaining("is unknown");
        new IdempotencyMeters(registry).on(new HoldLost("1", "charge_card", "key"));

        assertThat(count("agentkit.idempotency.replays")).isEqualTo(1);
        assertThat(count("agentkit.idempotency.unknown")).isEqualTo(1);
        assertThat(count("agentkit.idempotency.refusals", "reason", "unknown_outcome"))
                .isEqualTo(1);
        assertThat(count("agentkit.idempotency.lost")).isEqualTo(1);
    }
}
