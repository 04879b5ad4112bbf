package io.agentkit.resilience;

import static io.agentkit.resilience.Runners.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.Attempt;
import io.agentkit.CallSettings;
import io.agentkit.StreamMode;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A delay that follows the model, and what it tells of what was saved. */
class HedgeDelayTests {

    private static final Duration FAST = Duration.ofMillis(100);

    private static final Duration SET = Duration.ofSeconds(10);

    private static final Duration STEP = Duration.ofMillis(1);

    private final ChainHarness harness = ChainHarness.create();
    private final Runners models = new Runners(harness);

    /** How long the model takes until its answer, or its first text. */
    private Duration takes = FAST;

    HedgeDelayTests() {
        harness.add("hedge", HedgeSpec.of("backup").withMaxExtraRequests(1.0).chatMiddleware(harness.resources()));
        models.on(FIRST, this::answer).on("backup", attempt -> {
            harness.time.advance(FAST);
            return Runners.reply("backup");
        });
    }

    @Test
    void keepsToTheDelayThatIsSetUntilEnoughWasSeen() {
        calls(18);

        takes = Duration.ofSeconds(9);
        assertThat(call()).isEqualTo(FIRST);
        takes = Duration.ofSeconds(11);
        assertThat(launchedAfter(this::call)).isBetween(SET, SET.plus(STEP));
    }

    @Test
    void followsTheQuantileOfTheModel() {
        calls(100);

        takes = Duration.ofMillis(200);

        assertThat(launchedAfter(this::call)).isBetween(FAST, FAST.plusMillis(2));
    }

    @Test
    void followsAModelThatBecomesSlowAlthoughItsSlowAnswersAreCutOff() {
        calls(20);

        takes = Duration.ofSeconds(1);
        calls(300);

        assertThat(call()).isEqualTo(FIRST);
        assertThat(harness.events.of(HedgeLaunched.class)).hasSizeLessThan(300);
    }

    @Test
    void forgetsTimesThatAreOld() {
        takes = Duration.ofSeconds(5);
        calls(500);
        takes = FAST;
        calls(1_000);

        takes = Duration.ofSeconds(1);

        assertThat(launchedAfter(this::call)).isBetween(FAST, FAST.plusMillis(2));
    }

    @Test
    void keepsFirstTextsAndWholeAnswersApart() {
        takes = Duration.ofSeconds(5);
        calls(100);

        takes = FAST;
        for (int i = 0; i < 100; i++) {
            stream();
        }
        takes = Duration.ofSeconds(1);

        assertThat(launchedAfter(this::stream)).isBetween(FAST, FAST.plusMillis(2));
        assertThat(call()).isEqualTo(FIRST);
    }

    @Test
    void estimatesWhatWasSavedByThoseThatTookLonger() {
        takes = Duration.ofSeconds(8);
        calls(19);
        takes = FAST;
        calls(400);

        takes = Duration.ofSeconds(2);
        assertThat(call()).isEqualTo("backup");

        // 8 seconds, to two digits, without the 200 milliseconds that were waited.
        assertThat(harness.events.of(HedgeWon.class).get(0).saved())
                .isBetween(Duration.ofMillis(7_700), Duration.ofMillis(7_900));
    }

    private void calls(int count) {
        for (int i = 0; i < count; i++) {
            call();
        }
    }

    private String call() {
        return harness.chatHandler().call(Runners.request()).text();
    }

    private void stream() {
        harness.chatHandler()
                .call(Runners.request(), CallSettings.DEFAULTS.streamingTo(new RecordedStream(), StreamMode.COMMIT));
    }

    /** When the backup was asked that the call asks. */
    private Duration launchedAfter(Runnable call) {
        int before = harness.events.of(HedgeLaunched.class).size();
        call.run();
        assertThat(harness.events.of(HedgeLaunched.class)).hasSize(before + 1);
        return harness.events.of(HedgeLaunched.class).get(before).after();
    }

    private ChatReply answer(Attempt<ChatRequest> attempt) {
        long until = harness.time.nanoTime() + takes.toNanos();
        while (harness.time.nanoTime() < until) {
            harness.time.advance(STEP);
            if (harness.time.pendingTimers() == 0) {
                // The delay is over, and the backup answers.
                throw Runners.hang(attempt);
            }
        }
        if (!attempt.isStreaming()) {
            return Runners.reply(FIRST);
        }
        attempt.delta(Delta.text(FIRST));
        harness.time.advance(Duration.ofSeconds(30));
        attempt.delta(Delta.finish(FinishReason.STOP));
        return attempt.assembled().usage(Runners.reply(FIRST).usage()).build();
    }
}
