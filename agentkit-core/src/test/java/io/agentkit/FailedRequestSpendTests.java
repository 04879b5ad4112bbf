package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.Usage;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import org.junit.jupiter.api.Test;

class FailedRequestSpendTests {

    private final ChainHarness harness = ChainHarness.create();

    @Test
    void chargesThePromptOfARequestThatWasWaitedForInVain() {
        harness.model.fail(new AgentKitException(ErrorKind.TIMEOUT, "scripted"));

        RunSpend spend = spend();

        assertThat(spend.requests()).isEqualTo(1);
        assertThat(spend.exact()).isFalse();
    }

    @Test
    void chargesNothingWhenTheProviderAnsweredThatItWasTooSlow() {
        harness.model.fail(
                new AgentKitException(Failure.ofStatus(ErrorKind.TIMEOUT, 408, null, null), "scripted", null));

        assertThat(spend().requests()).isZero();
    }

    @Test
    void chargesWhatTheProviderCountedWhenTheRestCannotBeReckoned() {
        harness.environment(harness.environment().withTokens(text -> {
            throw new IllegalStateException("no tokenizer");
        }));
        harness.model.run(attempt -> {
            attempt.delta(Delta.usage(Usage.of(100, 1)));
            attempt.delta(Delta.text("hello"));
            throw new AgentKitException(ErrorKind.NETWORK, "cut");
        });
        Run run = Run.create(harness.environment(), spec -> {});
        CallSettings settings = CallSettings.DEFAULTS.withRun(run).streamingTo(new RecordedStream(), StreamMode.COMMIT);

        assertThatThrownBy(() -> harness.chatHandler().call(ChatRequest.user("hi"), settings))
                .hasMessage("cut");

        assertThat(run.spend().usage()).isEqualTo(Usage.of(100, 1));
    }

    private RunSpend spend() {
        Run run = Run.create(harness.environment(), spec -> {});
        assertThatThrownBy(
                () -> harness.chatHandler().call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withRun(run)));
        return run.spend();
    }
}
