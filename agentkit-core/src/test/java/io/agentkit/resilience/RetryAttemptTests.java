package io.agentkit.resilience;

import static io.agentkit.ErrorKind.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.ChatMiddleware;
import io.agentkit.RequestHook;
import io.agentkit.Run;
import io.agentkit.RunFrame;
import io.agentkit.chat.ChatReply;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.ScriptedModel;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAttemptTests {

    private static final Duration LIMIT = Duration.ofMillis(20);

    private final ChainHarness harness = ChainHarness.create();

    @AfterEach
    void leavesNothingBehind() {
        assertThat(Thread.interrupted()).isFalse();
        assertThat(harness.time.pendingTimers()).isZero();
    }

    @Test // TC-264
    void triesAgainWhenAnAttemptHangs() {
        retry(RetrySpec.defaults().withAttemptTimeout(LIMIT));
        harness.model.run(attempt -> answerAfter(LIMIT)).reply("second");

        assertThat(harness.chat("hi").text()).isEqualTo("second");
        assertThat(harness.model.calls()).isEqualTo(2);
    }

    @Test // TC-264
    void saysWhoseLimitItWasWhenAllAttemptsHang() {
        retry(RetrySpec.defaults().withAttemptTimeout(LIMIT));
        harness.model.always(attempt -> answerAfter(LIMIT));

        assertThatThrownBy(() -> harness.chat("hi"))
                .asInstanceOf(type(CallTimeoutException.class))
                .returns(TimeLimit.ATTEMPT, CallTimeoutException::limit)
                .satisfies(last -> assertThat(List.of(last.getSuppressed()))
                        .hasSize(3)
                        .last()
                        .hasToString("io.agentkit.resilience.RetryExhaustedException: Gave up after 3 attempts"));
        assertThat(harness.model.calls()).isEqualTo(3);
    }

    @Test
    void doesNotCountWhatAnAttemptWaitsForBefore() {
        retry(RetrySpec.defaults().withAttemptTimeout(LIMIT));
        harness.add(
                "waiting",
                (call, next) -> next.call(call.withHook(new RequestHook() {
                    @Override
                    public void await(Attempt<?> attempt) {
                        attempt.call().pause(LIMIT.multipliedBy(10));
                    }
                })));
        harness.model.reply("hello");

        assertThat(harness.chat("hi").text()).isEqualTo("hello");
    }

    @Test // TO-01
    void limitsAToolThatMayActTwiceAndDoesNotCallItAgain() {
        harness.addTool("retry", RetrySpec.defaults().withAttemptTimeout(LIMIT).toolMiddleware(harness.resources()));
        harness.tool.run(attempt -> {
            Stall.block(harness, LIMIT);
            return ToolResult.of("done");
        });

        assertThatThrownBy(() -> harness.tool(ToolSafety.SIDE_EFFECT, "{}")).isInstanceOf(CallTimeoutException.class);
        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test
    void refusesALimitOfNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetrySpec.defaults().withAttemptTimeout(Duration.ZERO))
                .withMessage("'attemptTimeout' must be more than zero (was PT0S)");
    }

    @ParameterizedTest // RE-08
    @CsvSource({"3, 3, 3", "3, 1, 3", "1, 3, 3", "5, 3, 5", "3, 5, 5", "4, 2, 4"})
    void layersShareOneAllowanceOfAttempts(int outer, int inner, int requests) {
        retry(RetrySpec.defaults().withMaxAttempts(outer));
        retry(RetrySpec.defaults().withMaxAttempts(inner));
        harness.model.always(attempt -> {
            throw Failures.of(UNAVAILABLE);
        });

        assertThatThrownBy(() -> harness.chat("hi"))
                .satisfies(last -> assertThat(List.of(last.getSuppressed()))
                        .filteredOn(RetryExhaustedException.class::isInstance)
                        .last(type(RetryExhaustedException.class))
                        .returns("Gave up after %d attempts".formatted(requests), Throwable::getMessage)
                        .returns(requests, RetryExhaustedException::attempts));
        assertThat(harness.model.calls()).isEqualTo(requests);
    }

    @Test // RE-08
    void threeLayersShareItToo() {
        retry(RetrySpec.defaults());
        retry(RetrySpec.defaults());
        retry(RetrySpec.defaults().withMaxAttempts(5));
        harness.model.always(attempt -> {
            throw Failures.of(UNAVAILABLE);
        });

        assertThatThrownBy(() -> harness.chat("hi")).isNotNull();

        assertThat(harness.model.calls()).isEqualTo(5);
    }

    @ParameterizedTest // RE-08
    @CsvSource({"3, 3, 3", "2, 3, 3", "3, 1, 3", "4, 2, 4"})
    void aToolCountsWhatTheAgentInsideItTried(int ofTool, int ofModel, int requests) {
        harness.addTool("retry", RetrySpec.defaults().withMaxAttempts(ofTool).toolMiddleware(harness.resources()));
        retry(RetrySpec.defaults().withMaxAttempts(ofModel));
        failing(() -> Failures.of(UNAVAILABLE));

        assertThatThrownBy(() -> harness.tool(ToolSafety.READ_ONLY, "{}"))
                .satisfies(last -> assertThat(List.of(last.getSuppressed()))
                        .filteredOn(RetryExhaustedException.class::isInstance)
                        .last(type(RetryExhaustedException.class))
                        .returns(requests, RetryExhaustedException::attempts));
        assertThat(harness.model.calls()).isEqualTo(requests);
    }

    @Test
    void aToolDoesNotCountWhatAgentsTriedInEarlierCalls() {
        harness.addTool("retry", RetrySpec.defaults().toolMiddleware(harness.resources()));
        retry(RetrySpec.defaults());
        // Some clients throw one instance for ever, with all that rides on it.
        AgentKitException always = Failures.of(UNAVAILABLE);
        failing(() -> always);
        harness.tool.fail(always);

        try (Run run = Run.open(harness.environment(), spec -> spec.agent("outer"))) {
            assertThatThrownBy(() -> harness.tool(ToolSafety.READ_ONLY, "{}")).isSameAs(always);
            assertThatThrownBy(() -> harness.tool(ToolSafety.READ_ONLY, "{}")).isSameAs(always);
        }

        assertThat(harness.tool.calls()).isEqualTo(1 + 3);
    }

    /** An agent inside the tool, whose model fails. */
    private void failing(Supplier<AgentKitException> failure) {
        harness.model.always(attempt -> {
            throw failure.get();
        });
        harness.tool.run(attempt -> {
            try (RunFrame inTool = attempt.call().run().enterTool()) {
                return ToolResult.of(harness.chat("hi").text());
            }
        });
    }

    @Test
    void layersBesideEachOtherHaveTheirOwn() {
        ChatMiddleware twoModels = (call, next) -> {
            try {
                return next.call(call);
            } catch (RuntimeException failure) {
                return next.call(call);
            }
        };
        harness.add("fallback", twoModels);
        retry(RetrySpec.defaults());
        for (int i = 0; i < 5; i++) {
            harness.model.fail(Failures.of(UNAVAILABLE));
        }
        harness.model.reply("sixth");

        assertThat(harness.chat("hi").text()).isEqualTo("sixth");
        assertThat(harness.model.calls()).isEqualTo(6);
    }

    private void retry(RetrySpec spec) {
        harness.add("retry", spec.chatMiddleware(harness.resources()));
    }

    private ChatReply answerAfter(Duration duration) {
        Stall.block(harness, duration);
        return ChatReply.of("hello", ScriptedModel.usage());
    }
}
