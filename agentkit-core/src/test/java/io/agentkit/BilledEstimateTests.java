package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.TokenEstimator;
import io.agentkit.chat.Usage;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BilledEstimateTests {

    private final List<@Nullable String> models = new ArrayList<>();
    private final ChainHarness harness = ChainHarness.create();

    BilledEstimateTests() {
        harness.environment(harness.environment().withTokens(new TokenEstimator() {
            @Override
            public long tokens(String text) {
                throw new AssertionError("a quick guess is not what is charged");
            }

            @Override
            public TokenEstimator forBilling(@Nullable String model) {
                models.add(model);
                return text -> text.isEmpty() ? 0 : 100;
            }
        }));
    }

    @Test // CO-17
    void aReplyWithoutACountIsChargedByTheTokenizerOfTheModelThatServed() {
        harness.model.run(attempt -> ChatReply.of("hi").mutate().model("served").build());

        ChatReply reply = harness.chat("hello");

        assertThat(reply.usage()).isEqualTo(Usage.estimated(104, 104));
        assertThat(models).containsExactly("served");
    }

    @Test // CO-17, CO-18
    void aStreamThatBreaksOffIsChargedByTheTokenizerOfTheModelThatWasAsked() {
        harness.model.streamThenFail(new IllegalStateException("cut"), "some ", "text");

        assertThatThrownBy(() -> harness.stream("hello", new RecordedStream())).hasMessage("cut");

        assertThat(models).isNotEmpty().doesNotContain("served");
    }
}
