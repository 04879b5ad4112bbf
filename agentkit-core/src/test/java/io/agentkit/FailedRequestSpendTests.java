package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.chat.ChatRequest;
import io.agentkit.test.ChainHarness;
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

    private RunSpend spend() {
        Run run = Run.create(harness.environment(), spec -> {});
        assertThatThrownBy(
                () -> harness.chatHandler().call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withRun(run)));
        return run.spend();
    }
}
