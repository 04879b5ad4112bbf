package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.chat.ChatRequest;
import io.agentkit.spend.MeterSpec;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import io.agentkit.tool.ToolSafety;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallAskTests {

    private final ChainHarness harness = ChainHarness.create();

    private final List<String> purposes = new ArrayList<>();

    /** Asks a model what to answer, and is asked itself then. */
    private final ChatMiddleware curious = (call, next) -> {
        purposes.add(String.valueOf(call.purpose()));
        if (call.purpose() == null) {
            call.ask(ChatRequest.user("what do you think?"), "advice");
        }
        return next.call(call);
    };

    @Test
    void passesTheWholeChainAsACallOfItsOwnOnTheSameRun() {
        harness.add("outer", (call, next) -> next.call(call)).add("curious", curious);
        harness.model.reply("yes").reply("hello");

        try (Run run = Run.open(harness.environment(), spec -> spec.id("r"))) {
            assertThat(harness.chat("hi").text()).isEqualTo("hello");
            assertThat(run.spend().requests()).isEqualTo(2);
        }

        assertThat(purposes).containsExactly("null", "advice");
        assertThat(harness.events.of(CallEnded.class))
                .extracting(CallEnded::callId)
                .hasSize(2)
                .doesNotHaveDuplicates();
    }

    @Test
    void showsNothingOfItToAStreamingConsumer() {
        harness.add("curious", curious);
        harness.model.stream("yes").stream("hel", "lo");
        RecordedStream stream = new RecordedStream();

        harness.stream("hi", stream);

        assertThat(stream.text()).isEqualTo("hello");
    }

    @Test
    void takesNoTurnOfTheRun() {
        harness.add("meter", MeterSpec.defaults().withMaxTurns(1).chatMiddleware(harness.resources()));
        harness.add("curious", curious);
        harness.model.reply("yes").reply("hello").reply("yes");

        try (Run run = Run.open(harness.environment(), spec -> spec.id("r"))) {
            assertThat(harness.chat("hi").text()).isEqualTo("hello");
            assertThatThrownBy(() -> harness.chat("hi")).hasMessageContaining("may not once more");
        }
    }

    @Test
    void isRefusedInAChainAroundTools() {
        harness.addTool("curious", (call, next) -> {
            call.ask(ChatRequest.user("?"), "advice");
            return next.call(call);
        });

        assertThatThrownBy(() -> harness.tool(ToolSafety.READ_ONLY, "{}"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Chain 'tool' is around tools, and cannot ask a model");
    }
}
