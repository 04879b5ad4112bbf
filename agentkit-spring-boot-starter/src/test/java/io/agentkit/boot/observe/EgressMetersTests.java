package io.agentkit.boot.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.egress.EgressBlockedException;
import io.agentkit.egress.EgressSpec;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolSafety;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class EgressMetersTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private final ChainHarness harness = ChainHarness.create();

    @Test
    void countWhatWasRefusedByToolAndRule() {
        harness.environment(harness.environment().withListener(new MeterListener(registry)));
        harness.addTool("egress", EgressSpec.defaults().toolMiddleware(harness.resources()));

        assertThatThrownBy(() -> harness.tool(ToolSafety.READ_ONLY, "{\"url\": \"http://169.254.169.254/\"}"))
                .isInstanceOf(EgressBlockedException.class);

        assertThat(registry.get("agentkit.egress.blocked")
                        .tags("reason", "metadata")
                        .counter()
                        .count())
                .isEqualTo(1);
    }
}
