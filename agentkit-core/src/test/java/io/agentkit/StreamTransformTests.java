package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Usage;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StreamTransformTests {

    /** Holds each piece back until it has seen the next, and writes in capitals. */
    private static final DeltaTransform LAGGING = () -> new DeltaTransform.Session() {

        private String held = "";

        @Override
        public String text(String piece) {
            String out = held;
            held = piece.replace('a', 'A');
            return out;
        }

        @Override
        public String end() {
            return held;
        }
    };

    private final RecordedStream stream = new RecordedStream();

    @Test
    void changesDeltasAndReplyAlike() {
        ChainHarness harness = ChainHarness.of((call, next) -> next.call(call, () -> piece -> piece.replace('a', 'A')));
        harness.model.stream("ba", "na", "na");

        ChatReply reply = harness.stream("hi", stream);

        assertThat(reply.text()).isEqualTo("bAnAnA");
        assertThat(stream.shown()).containsExactly("bA", "nA", "nA");
        assertThat(harness.events.of(ReplyDiverged.class)).isEmpty();
    }

    @Test
    void changesTheReplyOfACallerWhoWaits() {
        ChainHarness harness = ChainHarness.of((call, next) -> next.call(call, LAGGING));
        harness.model.reply("banana");

        assertThat(harness.chat("hi").text()).isEqualTo("bAnAnA");
    }

    @Test
    void showsWhatWasHeldBackBeforeTheFinish() {
        ChainHarness harness = ChainHarness.of((call, next) -> next.call(call, LAGGING));
        harness.model.stream("ba", "na");

        ChatReply reply = harness.stream("hi", stream);

        assertThat(stream.text()).isEqualTo("bAnA").isEqualTo(reply.text());
        Delta last = stream.deltas().get(stream.deltas().size() - 1);
        assertThat(stream.deltas())
                .filteredOn(delta -> delta.finishReason() == FinishReason.STOP)
                .singleElement()
                .satisfies(finish -> assertThat(finish.text()).isEqualTo("nA"));
        assertThat(last.usage()).isNotNull();
        assertThat(last.text()).isEmpty();
        assertThat(harness.events.of(ReplyDiverged.class)).isEmpty();
    }

    @Test
    void goesOnWhenTextFollowsAFinish() {
        ChainHarness harness = ChainHarness.of((call, next) -> next.call(call, LAGGING));
        harness.model.run(attempt -> {
            attempt.delta(Delta.text("a"));
            attempt.delta(Delta.finish(FinishReason.STOP));
            attempt.delta(Delta.text("b"));
            return attempt.assembled().build();
        });

        assertThat(harness.stream("hi", stream).text()).isEqualTo("Ab");
        assertThat(stream.text()).isEqualTo("Ab");
    }

    @Test
    void forgetsWhatWasHeldBackOfAFailedRequestThatNobodySaw() {
        AgentKitException busy = new AgentKitException(ErrorKind.UNAVAILABLE, "busy");
        ChainHarness harness = ChainHarness.create()
                .add("transform", (call, next) -> next.call(call, LAGGING))
                .add("again", (call, next) -> {
                    try {
                        return next.call(call);
                    } catch (AgentKitException failure) {
                        assertThat(call.canReinvoke()).isTrue();
                        return next.call(call);
                    }
                });
        harness.model.streamThenFail(busy, "stale").stream("fresh");

        ChatReply reply = harness.stream("hi", stream);

        assertThat(stream.text()).isEqualTo("fresh").isEqualTo(reply.text());
        assertThat(stream.shown()).doesNotContain(RecordedStream.RESTARTED);
    }

    @Test
    void startsAgainAfterARestart() {
        AgentKitException busy = new AgentKitException(ErrorKind.UNAVAILABLE, "busy");
        ChainHarness harness = ChainHarness.create()
                .add("transform", (call, next) -> next.call(call, LAGGING))
                .add("again", (call, next) -> {
                    try {
                        return next.call(call);
                    } catch (AgentKitException failure) {
                        return next.call(call);
                    }
                });
        harness.model.streamThenFail(busy, "one", "two").stream("three", "four");

        ChatReply reply = harness.stream("hi", stream, StreamMode.RESTART);

        assertThat(stream.shown()).containsExactly("one", RecordedStream.RESTARTED, "three", "four");
        assertThat(stream.text()).isEqualTo(reply.text());
    }

    @Test
    void asksTheUpstreamForMoreWhenItHoldsAPieceBack() {
        var asked = new AtomicLong();
        StreamConsumer bounded = new StreamConsumer() {
            @Override
            public void delta(Delta delta) {}

            @Override
            public boolean isUnbounded() {
                return false;
            }
        };
        ChainHarness harness = ChainHarness.of((call, next) -> next.call(call, LAGGING));
        harness.model.run(attempt -> {
            attempt.upstream(asked::addAndGet);
            attempt.delta(Delta.text("held back"));
            return attempt.assembled().usage(Usage.of(1, 1)).build();
        });

        harness.chatHandler()
                .call(ChatRequest.user("hi"), CallSettings.DEFAULTS.streamingTo(bounded, StreamMode.COMMIT));

        assertThat(asked).hasValue(2);
    }

    @Test
    void leavesAnAnswerAloneThatItDoesNotChange() {
        ChatReply answer = ChatReply.of("xyz", Usage.of(1, 1));
        ChainHarness harness = ChainHarness.of((call, next) -> next.call(call, LAGGING));
        harness.model.reply(answer);

        assertThat(harness.chat("hi")).isSameAs(answer);
    }

    @Test
    void masksARequestAndUnmasksItsAnswer() {
        ChainHarness harness = ChainHarness.of((call, next) -> next.call(
                call.mapText(text -> text.replace("Anna", "<1>")), () -> piece -> piece.replace("<1>", "Anna")));
        harness.model.stream("Hello ", "<1>");

        ChatReply reply = harness.stream("I am Anna", stream);

        assertThat(harness.model.requests().get(0).messages().get(0).text()).isEqualTo("I am <1>");
        assertThat(reply.text()).isEqualTo("Hello Anna");
        assertThat(stream.text()).isEqualTo("Hello Anna");
    }
}
