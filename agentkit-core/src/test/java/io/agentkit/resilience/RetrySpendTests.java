package io.agentkit.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.CallSettings;
import io.agentkit.ErrorKind;
import io.agentkit.Run;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.spend.BudgetExceededException;
import io.agentkit.spend.TokenBudget;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.ScriptedModel;
import org.junit.jupiter.api.Test;

/** Failed attempts are spend, never answers. */
class RetrySpendTests {

    private final ChainHarness harness = ChainHarness.create();

    @Test // TC-270
    void countsEveryAttemptInABudgetOutsideRetry() {
        TokenBudget budget = new TokenBudget(200);
        harness.add("budget", budget.middleware())
                .add("retry", RetrySpec.defaults().chatMiddleware(harness.resources()));
        harness.model
                .fail(Failures.of(ErrorKind.UNAVAILABLE).withUsage(Usage.of(100, 20)))
                .reply("hello");

        harness.chat("hi");

        assertThatThrownBy(() -> harness.chat("again")).isInstanceOf(BudgetExceededException.class);
        assertThat(budget.used()).isEqualTo(240);
        assertThat(harness.model.calls()).isEqualTo(2);
    }

    @Test
    void booksAttemptsThatWereBilledOnTheRunAndNoOthers() {
        harness.add("retry", RetrySpec.defaults().chatMiddleware(harness.resources()));
        harness.model
                .fail(Failures.of(ErrorKind.UNAVAILABLE).withUsage(Usage.of(7, 0)))
                .fail(Failures.of(ErrorKind.UNAVAILABLE))
                .reply("hello");
        Run run = Run.create(harness.environment(), spec -> {});

        harness.chatHandler().call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withRun(run));

        assertThat(run.spend().requests()).isEqualTo(2);
        assertThat(run.spend().usage().total())
                .isEqualTo(7 + ScriptedModel.usage().total());
    }
}
