package io.agentkit.observe;

import static io.agentkit.observe.RecordedObservations.keys;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolSafety;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ToolTracingTests {

    private final RecordedObservations observations = new RecordedObservations();

    private ChainHarness harness(TracingSpec spec) {
        ChainHarness harness = ChainHarness.create();
        return harness.addTool("tracing", spec.toolMiddleware(harness.resources(observations.registry)));
    }

    private Map<String, String> tool() {
        return keys(observations.only("agentkit.tool"));
    }

    @Test // TC-022
    void describesACallOfATool() {
        ChainHarness harness = harness(TracingSpec.defaults());
        harness.tool.result("h\u00e9llo");

        harness.toolHandler()
                .call(ToolRequest.of(new ToolFacts("find", ToolSafety.READ_ONLY), "call-1", "k", "{\"q\":\"secret\"}"));

        assertThat(observations.only("agentkit.tool").getContextualName()).isEqualTo("execute_tool find");
        assertThat(tool())
                .containsEntry("gen_ai.operation.name", "execute_tool")
                .containsEntry("gen_ai.tool.name", "find")
                .containsEntry("gen_ai.tool.call.id", "call-1")
                .containsEntry("agentkit.tool.safety", "read_only")
                .containsEntry("agentkit.tool.result.size", "6")
                .doesNotContainKey("gen_ai.tool.call.arguments")
                .doesNotContainKey("gen_ai.tool.call.result");
    }

    @Test // TC-014
    void carriesTheFailureOfATool() {
        ChainHarness harness = harness(TracingSpec.defaults());
        RuntimeException failure = new IllegalStateException("no");
        harness.tool.fail(failure);

        assertThatThrownBy(() -> harness.tool(ToolSafety.UNKNOWN, "{}")).isSameAs(failure);

        assertThat(observations.only("agentkit.tool").getError())
                .hasMessage("java.lang.IllegalStateException: unclassified error (IllegalStateException)")
                .hasNoCause();
    }

    @Test // TC-095
    void tellsOfAResultThatWasUsedAgain() {
        ChainHarness harness = harness(TracingSpec.defaults());
        harness.addTool("replay", (call, next) -> next.call(call).replayed());

        harness.tool(ToolSafety.READ_ONLY, "{}");

        assertThat(observations.events).containsExactly("cache.hit");
    }

    @Test
    void masksSecretArguments() {
        ToolFacts login = new ToolFacts("login", ToolSafety.SIDE_EFFECT).withSecretArguments(Set.of("password"));

        harness(new TracingSpec(true))
                .toolHandler()
                .call(ToolRequest.of(login, "{\"user\":\"ann\",\"password\":\"s3cret\"}"));

        assertThat(tool()).containsEntry("gen_ai.tool.call.arguments", "{\"password\":\"REDACTED\",\"user\":\"ann\"}");
    }

    @Test // TC-023
    void cutsAHugeResultAndKeepsItsSize() {
        ChainHarness harness = harness(new TracingSpec(true));
        harness.tool.result("x".repeat(10_000));

        harness.tool(ToolSafety.READ_ONLY, "{\"q\":1}");

        assertThat(tool().get("gen_ai.tool.call.result")).hasSize(4_096).endsWith(" [truncated]");
        assertThat(tool())
                .containsEntry("agentkit.tool.result.size", "10000")
                .containsEntry("gen_ai.tool.call.arguments", "{\"q\":1}");
    }
}
