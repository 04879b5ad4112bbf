package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.EventListener;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Usage;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedEvents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenBudgetTests {

    private final TokenBudget budget = new TokenBudget(100);

    @ParameterizedTest // TC-340
    @ValueSource(longs = {0, -5})
    void needsALimitOfAtLeastOne(long limit) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TokenBudget(limit))
                .withMessage("'limit' must be at least 1 (was %d)", limit);
    }

    @Test // TC-341
    void countsDown() {
        budget.consume(30);

        assertThat(budget.remaining()).isEqualTo(70);
        assertThat(budget.used()).isEqualTo(30);
    }

    @Test // TC-342
    void ignoresNothingAndLess() {
        budget.consume(0);
        budget.consume(-5);

        assertThat(budget.remaining()).isEqualTo(100);
    }

    @Test // TC-343
    void mayGoBelowZero() {
        budget.consume(150);

        assertThat(budget.remaining()).isEqualTo(-50);
        assertThat(budget.used()).isEqualTo(150);
    }

    @Test // TC-344
    void losesNothingWhenManyConsumeAtOnce() throws InterruptedException {
        TokenBudget large = new TokenBudget(5_000);
        Thread[] threads = new Thread[100];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> large.consume(50));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(large.used()).isEqualTo(5_000);
        assertThat(large.remaining()).isZero();
    }

    @Test // TC-345
    void isFullAgainAfterAReset() {
        budget.consume(150);

        budget.reset();

        assertThat(budget.remaining()).isEqualTo(100);
    }

    @Test // TC-346
    void countsWhatTheCallsOfAChainUse() {
        TokenBudget large = new TokenBudget(1_000);
        ChainHarness harness = ChainHarness.of(large.middleware());
        for (int i = 0; i < 3; i++) {
            harness.model.reply(ChatReply.of("hello", Usage.of(30, 12)));
            harness.chat("hi");
        }

        assertThat(large.used()).isEqualTo(126);
    }

    @Test // TC-347
    void takesACallThatUsedNothing() {
        ChainHarness harness = ChainHarness.of(budget.middleware());
        harness.model.reply(ChatReply.of("hello", Usage.NONE));

        harness.chat("hi");

        assertThat(budget.used()).isZero();
    }

    @ParameterizedTest // TC-348
    @ValueSource(longs = {100, 150})
    void refusesACallWhenNothingIsLeft(long used) {
        budget.consume(used);
        ChainHarness harness = ChainHarness.of(budget.middleware());

        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> harness.chat("hi"))
                .satisfies(refusal -> assertThat(refusal.kind()).isEqualTo(ErrorKind.BUDGET_EXCEEDED));
        assertThat(harness.model.calls()).isZero();
    }

    @Test // TC-349
    void tellsLimitUsedAndScopeBeforeItRefuses() {
        budget.consume(130);
        ChainHarness harness = ChainHarness.of(budget.middleware());

        assertThatExceptionOfType(BudgetExceededException.class).isThrownBy(() -> harness.chat("hi"));

        assertThat(harness.events.of(BudgetExceeded.class)).singleElement().satisfies(event -> {
            assertThat(event.limit().tokens()).isEqualTo(100);
            assertThat(event.used().tokens()).isEqualTo(130);
            assertThat(event.scope()).isEqualTo("token-budget");
            assertThat(event.callId()).isNotEmpty();
            assertThat(event.runId()).isNotEmpty();
        });
    }

    @Test // TC-350
    void refusesAlsoWhenNobodyListens() {
        budget.consume(100);

        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> budget.require(EventListener.NONE))
                .withMessage("Budget 'token-budget' has not enough tokens left for this call");
    }

    @Test // TC-350
    void refusesAlsoWhenTheListenerThrows() {
        budget.consume(100);

        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> budget.require(event -> {
                    throw new IllegalStateException("broken listener");
                }));
    }

    @Test
    void letsPlainCodePassWhileSomethingIsLeft() {
        budget.consume(99);
        RecordedEvents events = new RecordedEvents();

        assertThatCode(() -> budget.require(events)).doesNotThrowAnyException();
        assertThat(events.all()).isEmpty();
    }

    @Test // TC-351
    void letsTheCallThatCrossesTheLimitComplete() {
        ChainHarness harness = ChainHarness.of(budget.middleware());
        harness.model.reply(ChatReply.of("hello", Usage.of(150, 50)));

        assertThat(harness.chat("hi").text()).isEqualTo("hello");
        assertThat(budget.remaining()).isEqualTo(-100);
        assertThatExceptionOfType(BudgetExceededException.class).isThrownBy(() -> harness.chat("again"));
    }

    @Test
    void countsAFailureThatWasBilled() {
        ChainHarness harness = ChainHarness.of(budget.middleware());
        harness.model.fail(new AgentKitException(ErrorKind.UNAVAILABLE, "broken").withUsage(Usage.of(10, 5)));

        assertThatExceptionOfType(AgentKitException.class).isThrownBy(() -> harness.chat("hi"));

        assertThat(budget.used()).isEqualTo(15);
    }

    @Test
    void staysUsedUpHoweverMuchIsCounted() {
        budget.consume(Long.MAX_VALUE);
        budget.consume(Long.MAX_VALUE);

        assertThat(budget.used()).isEqualTo(Long.MAX_VALUE);
    }
}
