package io.agentkit.resilience;

import static io.agentkit.ErrorKind.NETWORK;
import static io.agentkit.ErrorKind.OUTPUT_TRUNCATED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.StreamMode;
import io.agentkit.chat.ChatReply;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RetryStreamTests {

    private final RecordedStream stream = new RecordedStream();
    private final ChainHarness harness = ChainHarness.create();

    RetryStreamTests() {
        harness.add("retry", RetrySpec.defaults().chatMiddleware(harness.resources()));
    }

    @Test // RE-11
    void retriesAStreamThatFailsBeforeItShowedAnything() {
        harness.model.streamThenFail(Failures.of(NETWORK)).stream("he", "llo");

        assertThat(harness.stream("hi", stream).text()).isEqualTo("hello");
        assertThat(stream.shown()).containsExactly("he", "llo");
    }

    @Test // RE-11
    void doesNotRetryOnceAPartWasShown() {
        AgentKitException failure = Failures.of(NETWORK);
        harness.model.streamThenFail(failure, "he").stream("hello");

        assertThatThrownBy(() -> harness.stream("hi", stream)).isSameAs(failure).hasNoSuppressedExceptions();
        assertThat(harness.model.calls()).isEqualTo(1);
        assertThat(harness.events.of(RetryScheduled.class)).isEmpty();
        assertThat(stream.shown()).containsExactly("he");
    }

    @Test // TC-268
    void restartsForAConsumerThatUnderstandsIt() {
        harness.model.streamThenFail(Failures.of(NETWORK), "wro", "ng").stream("hel", "lo");

        ChatReply reply = harness.stream("hi", stream, StreamMode.RESTART);

        assertThat(stream.shown()).containsExactly("wro", "ng", RecordedStream.RESTARTED, "hel", "lo");
        assertThat(stream.text()).isEqualTo(reply.text()).isEqualTo("hello");
    }

    @Test // TC-269
    void restartsWhenAGuardInsideRejectsAWholeAnswer() {
        AtomicInteger replies = new AtomicInteger();
        harness.add("guard", (call, next) -> {
            ChatReply reply = next.call(call);
            if (replies.incrementAndGet() == 1) {
                throw new AgentKitException(ErrorKind.STREAM_PROTOCOL, "rejected");
            }
            return reply;
        });
        harness.model.stream("bad").stream("go", "od");

        ChatReply reply = harness.stream("hi", stream, StreamMode.RESTART);

        assertThat(stream.shown()).containsExactly("bad", RecordedStream.RESTARTED, "go", "od");
        assertThat(stream.text()).isEqualTo(reply.text());
    }

    @Test
    void doesNotRestartForAPermanentFailure() {
        harness.model.streamThenFail(Failures.of(OUTPUT_TRUNCATED), "part");

        assertThatThrownBy(() -> harness.stream("hi", stream, StreamMode.RESTART));
        assertThat(stream.shown()).containsExactly("part");
    }
}
