package io.agentkit.boot.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolOutput;
import io.agentkit.compaction.CompactionSpec;
import io.agentkit.compaction.CompactionStrategy;
import io.agentkit.test.ChainHarness;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompactionMetersTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private final ChainHarness harness = ChainHarness.create();

    @Test
    void countSizesRepairsAndFallbacks() {
        harness.environment(harness.environment().withListener(new MeterListener(registry)));
        CompactionSpec spec = CompactionSpec.defaults()
                .withStrategy(CompactionStrategy.SUMMARIZATION)
                .withMaxTokens(400);
        harness.add("compaction", spec.chatMiddleware(harness.resources()));
        harness.model.fail(new IllegalStateException("down")).always(attempt -> ChatReply.of("ok"));
        Message question = Message.user("x".repeat(600));

        send(question, Message.assistant("yes"), question, Message.assistant("yes"), question);
        send(question, Message.tool(new ToolOutput("a", "f", "lost")));
        send(Message.user("x".repeat(6_000)));
        send(Message.tool(new ToolOutput("a", "f", "lost")));

        for (String outcome : List.of("compacted", "over_limit", "rejected")) {
            assertThat(count("agentkit.compaction.calls", "outcome", outcome)).isPositive();
        }
        assertThat(count("agentkit.compaction.fallbacks", "reason", "failed")).isOne();
        assertThat(count("agentkit.compaction.repairs")).isOne();
        assertThat(count("agentkit.compaction.messages", "when", "before")).isEqualTo(5 + 2 + 1);
        assertThat(count("agentkit.compaction.messages", "when", "after")).isLessThan(5 + 1 + 1);
        assertThat(count("agentkit.compaction.tokens", "when", "after"))
                .isLessThan(count("agentkit.compaction.tokens", "when", "before"));
    }

    private void send(Message... messages) {
        harness.chatHandler()
                .call(ChatRequest.builder().messages(List.of(messages)).build());
    }

    private double count(String name, String... tags) {
        return registry.get(name)
                .tags("chain", "chat", "strategy", "summarization")
                .tags(tags)
                .counter()
                .count();
    }
}
