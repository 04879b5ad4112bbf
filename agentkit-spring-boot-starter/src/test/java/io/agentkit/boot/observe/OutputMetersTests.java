package io.agentkit.boot.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Message;
import io.agentkit.coerce.InvalidOutputException;
import io.agentkit.coerce.OutputCoerceSpec;
import io.agentkit.test.ChainHarness;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputMetersTests {

    private static final ChatRequest REQUEST = ChatRequest.builder()
            .messages(List.of(Message.user("?")))
            .outputSchema("{\"type\": \"object\", \"required\": [\"a\"]}")
            .build();

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void countAnswersByOutcomeAndWhatWasAskedAgain() {
        ChainHarness harness = ChainHarness.create();
        harness.environment(harness.environment().withListener(new MeterListener(registry)));
        harness.add("output-coerce", OutputCoerceSpec.defaults().chatMiddleware(harness.resources()));
        harness.model
                .reply("{\"a\": 1}")
                .reply("{}")
                .reply("{a: 1}")
                .reply("no")
                .reply("no")
                .reply(ChatReply.builder()
                        .message(Message.assistant("{"))
                        .finishReason(FinishReason.LENGTH)
                        .build());

        harness.chatHandler().call(REQUEST);
        harness.chatHandler().call(REQUEST);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> harness.chatHandler().call(REQUEST)).isInstanceOf(InvalidOutputException.class);
        }

        assertThat(coercions("sound")).isEqualTo(1);
        assertThat(coercions("repaired")).isEqualTo(1);
        assertThat(coercions("invalid")).isEqualTo(1);
        assertThat(coercions("truncated")).isEqualTo(1);
        assertThat(registry.get("agentkit.output.repairs").counter().count()).isEqualTo(2);
    }

    private double coercions(String outcome) {
        return registry.get("agentkit.output.coercions")
                .tags("chain", "chat", "outcome", outcome)
                .counter()
                .count();
    }
}
