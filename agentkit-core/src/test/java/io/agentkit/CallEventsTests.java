package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import io.agentkit.test.ScriptedModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class CallEventsTests {

    private final List<String> seen = new ArrayList<>();

    private final ChainHarness harness = ChainHarness.create().pricing((model, usage) -> Money.usd("0.25"));

    @Test
    void tellsHowACallEnded() {
        harness.model.run(attempt -> {
            harness.time.advance(Duration.ofMillis(70));
            return ChatReply.builder().model("m-1").usage(ScriptedModel.usage()).build();
        });

        harness.chat("hi");

        CallEnded ended = harness.events.of(CallEnded.class).get(0);
        assertThat(ended.target()).isEqualTo("m-1");
        assertThat(ended.kind()).isEqualTo(CallKind.CHAT);
        assertThat(ended.duration()).isEqualTo(Duration.ofMillis(70));
        assertThat(ended.firstText()).isNull();
        assertThat(ended.failure()).isNull();
        RequestEnded request = harness.events.of(RequestEnded.class).get(0);
        assertThat(request.usage()).isEqualTo(ScriptedModel.usage());
        assertThat(request.usd()).isEqualTo(Money.usd("0.25"));
        assertThat(harness.events.names()).containsExactly("request.sent", "request.ended", "call.ended");
    }

    @Test
    void tellsHowACallFailed() {
        harness.model.fail(new AgentKitException(ErrorKind.OVERLOADED, "no"));

        assertThatThrownBy(() -> harness.chat("hi")).hasMessage("no");

        assertThat(harness.events.of(CallEnded.class).get(0).failure()).isEqualTo(Failure.of(ErrorKind.OVERLOADED));
    }

    @Test // AU-05
    void tellsWhatWasUsedBeforeAStreamFailedWhoseBeginningTheConsumerKeeps() {
        harness.model.run(attempt -> {
            attempt.delta(Delta.text("half an "));
            attempt.delta(Delta.usage(Usage.of(7, 3)));
            throw new IllegalStateException("broken");
        });
        RecordedStream consumer = new RecordedStream();

        assertThatThrownBy(() -> harness.stream("hi", consumer)).hasMessage("broken");

        assertThat(consumer.text()).isEqualTo("half an ");
        RequestEnded ended = harness.events.of(RequestEnded.class).get(0);
        assertThat(ended.status()).isEqualTo(Outcome.Status.FAILED);
        assertThat(ended.usage()).isEqualTo(Usage.of(7, 3));
        assertThat(ended.usd()).isEqualTo(Money.usd("0.25"));
    }

    @Test
    void measuresTheFirstTextThatAConsumerIsShown() {
        harness.model.run(attempt -> {
            attempt.delta(Delta.reasoning("hm"));
            harness.time.advance(Duration.ofMillis(30));
            attempt.delta(Delta.text("he"));
            harness.time.advance(Duration.ofMillis(30));
            attempt.delta(Delta.text("llo"));
            attempt.delta(Delta.finish(FinishReason.STOP));
            return attempt.assembled().build();
        });

        harness.stream("hi", new RecordedStream());

        assertThat(harness.events.of(CallEnded.class).get(0).firstText()).isEqualTo(Duration.ofMillis(30));
    }

    @Test
    void tellsOfARequestThatWasRefused() {
        harness.add(
                "refuses",
                (call, next) -> next.call(call.withHook(new Noting() {
                    @Override
                    public void reserve(Attempt<?> attempt) {
                        throw new AgentKitException(ErrorKind.BUDGET_EXCEEDED, "no");
                    }
                })));

        assertThatThrownBy(() -> harness.chat("hi")).hasMessage("no");

        assertThat(harness.events.of(RequestEnded.class).get(0).status()).isEqualTo(Outcome.Status.NOT_SENT);
        assertThat(seen).isEmpty();
    }

    @Test
    void tellsHooksWhenARequestGoesOutAndSurvivesWhatTheyThrow() {
        harness.add("watches", (call, next) -> next.call(call.withHook(new Noting())));
        harness.model.reply("hello");

        assertThat(harness.chat("hi").text()).isEqualTo("hello");
        assertThat(seen).containsExactly("sending");
    }

    @Test
    void tellsOfUsageThatArrivesLate() {
        AtomicReference<Attempt<ChatRequest>> sent = new AtomicReference<>();
        harness.model.run(attempt -> {
            sent.set(attempt);
            return ChatReply.of("hello", Usage.of(1, 1));
        });
        harness.chat("hi");

        sent.get().late(Usage.of(5, 1));

        UsageCorrected corrected = harness.events.of(UsageCorrected.class).get(0);
        assertThat(corrected.correction().booked()).isEqualTo(Usage.of(1, 1));
        assertThat(corrected.correction().actual()).isEqualTo(Usage.of(5, 1));
    }

    private class Noting implements RequestHook {

        @Override
        public void sending(Attempt<?> attempt) {
            seen.add("sending");
            throw new IllegalStateException("a watcher's own failure");
        }
    }
}
