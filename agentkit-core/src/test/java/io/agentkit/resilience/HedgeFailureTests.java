package io.agentkit.resilience;

import static io.agentkit.ErrorKind.BUDGET_EXCEEDED;
import static io.agentkit.ErrorKind.NETWORK;
import static io.agentkit.ErrorKind.UNAVAILABLE;
import static io.agentkit.resilience.Hedging.DELAY;
import static io.agentkit.resilience.Runners.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.agentkit.AgentKitException;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import io.agentkit.test.ChainHarness;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What fails in races. */
class HedgeFailureTests {

    @RegisterExtension
    final Hedging hedging = new Hedging();

    private final ChainHarness harness = hedging.harness;
    private final Runners models = hedging.models;

    @Test // TC-233
    void tellsOfAllWhenAllFail() {
        AgentKitException first = Failures.status(NETWORK, 502);
        AgentKitException second = Failures.of(UNAVAILABLE);
        AgentKitException third = Failures.of(UNAVAILABLE);
        hedging.hedge(HedgeSpec.of(DELAY, "second", "third"));
        models.fails(FIRST, first).fails("second", second).fails("third", third);

        assertThatThrownBy(hedging::call)
                .isInstanceOfSatisfying(AllModelsFailedException.class, all -> {
                    assertThat(all.failure()).isEqualTo(first.failure());
                    assertThat(all.models()).startsWith(FIRST).containsOnly(FIRST, "second", "third");
                    assertThat(all.getSuppressed()).containsExactlyInAnyOrder(second, third);
                })
                .hasMessageStartingWith("3 models failed: 'first' (network), ")
                .hasCause(first);
        assertThat(first).hasNoSuppressedExceptions();
    }

    @Test
    void tellsTheSameAsAFallbackOfTheSameModels() {
        models.fails(FIRST, Failures.of(NETWORK)).fails("backup", Failures.of(UNAVAILABLE));
        ChainHarness other = ChainHarness.of(FallbackSpec.of(FIRST, "backup").chatMiddleware(harness.resources()));
        other.model.fail(Failures.of(NETWORK)).fail(Failures.of(UNAVAILABLE));
        Throwable fallback = catchThrowable(() -> other.chatHandler().call(Runners.request()));
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));

        assertThatThrownBy(hedging::call).hasSameClassAs(fallback).hasMessage(fallback.getMessage());
    }

    @Test
    void isTriedAgainAsAWhole() {
        harness.add("retry", RetrySpec.defaults().chatMiddleware(harness.resources()));
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        models.fails(FIRST, Failures.of(NETWORK)).on("backup", attempt -> {
            models.answers("backup");
            throw Failures.of(UNAVAILABLE);
        });

        assertThat(hedging.call().text()).isEqualTo("backup");
        assertThat(models.asked()).containsExactly(FIRST, "backup", FIRST, "backup");
    }

    @Test
    void asksNobodyElseAfterARefusalOfOurs() {
        AgentKitException refusal = Failures.of(BUDGET_EXCEEDED);
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        models.fails(FIRST, refusal);

        assertThatThrownBy(hedging::call).isSameAs(refusal);
        assertThat(models.asked()).containsExactly(FIRST);
    }

    @Test
    void goesOnWhenOneOfTheOthersIsRefused() {
        CountDownLatch refused = new CountDownLatch(1);
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        hedging.telling(refused);
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(refused);
            return Runners.reply(FIRST);
        });
        models.fails("backup", Failures.of(BUDGET_EXCEEDED));

        assertThat(hedging.call().text()).isEqualTo(FIRST);
    }

    @Test
    void letsARefusalOutThatFollowsAFailure() {
        AgentKitException failure = Failures.of(NETWORK);
        AgentKitException refusal = Failures.of(BUDGET_EXCEEDED);
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        models.fails(FIRST, failure).fails("backup", refusal);

        assertThatThrownBy(hedging::call).isSameAs(refusal).hasSuppressedException(failure);
    }

    @Test
    void waitsForTheOtherWhenOneFailsInARace() {
        CountDownLatch isAsked = new CountDownLatch(1);
        CountDownLatch failed = new CountDownLatch(1);
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        hedging.telling(failed);
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(isAsked);
            throw Failures.of(NETWORK);
        });
        models.on("backup", attempt -> {
            isAsked.countDown();
            Runners.await(failed);
            return Runners.reply("backup");
        });

        assertThat(hedging.call().text()).isEqualTo("backup");
    }

    @Test // TC-235
    void goesOnWhenTheBackupsAnswerIsNotValid() {
        CountDownLatch refused = new CountDownLatch(1);
        ToolCall earlier = new ToolCall("call-1", "search", "{}");
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        hedging.telling(refused);
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(refused);
            return Runners.reply(FIRST);
        });
        models.on(
                "backup",
                attempt -> Runners.reply("backup")
                        .mutate()
                        .message(Message.assistant("", List.of(earlier)))
                        .build());
        ChatRequest conversation = ChatRequest.builder()
                .messages(List.of(
                        Message.user("hi"),
                        Message.assistant("", List.of(earlier)),
                        Message.tool(new ToolOutput("call-1", "search", "found"))))
                .model(FIRST)
                .build();

        assertThat(harness.chatHandler().call(conversation).text()).isEqualTo(FIRST);
    }

    @Test
    void letsAnErrorOutAtOnce() {
        AssertionError error = new AssertionError("broken");
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        models.on(FIRST, attempt -> {
            throw error;
        });

        assertThatThrownBy(hedging::call).isSameAs(error);
        assertThat(models.asked()).containsExactly(FIRST);
    }

    @Test
    void asksNobodyElseWithoutAThreadForItButReplacesWhatFailed() {
        HedgeThreads none = HedgeThreads.of(task -> {
            throw new RejectedExecutionException("no thread");
        });
        harness.add("hedge", HedgeSpec.of(DELAY, "backup").chatMiddleware(harness.resources(none)));
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            throw Failures.of(NETWORK);
        });
        models.answers("backup");

        assertThat(hedging.call().text()).isEqualTo("backup");
        assertThat(harness.events.of(HedgeRefused.class))
                .extracting(HedgeRefused::reason)
                .containsExactly(HedgeRefused.Reason.THREADS);
        assertThat(models.threads()).containsOnly(Thread.currentThread());
    }

    @Test
    void takesABackupThatCannotBeFoundForOneThatFailed() {
        harness.add("hedge", HedgeSpec.of(DELAY, "broken", "backup").chatMiddleware(harness.resources((ChatTargets)
                name -> own -> {
                    if (name.equals("broken")) {
                        throw new IllegalStateException("no such bean");
                    }
                    return new ChatTarget.Place(own, name);
                })));
        models.fails(FIRST, Failures.of(NETWORK)).answers("backup");

        assertThat(hedging.call().text()).isEqualTo("backup");
    }
}
