package io.agentkit.resilience;

import static io.agentkit.ErrorKind.NETWORK;
import static io.agentkit.ErrorKind.STREAM_PROTOCOL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.StreamMode;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Delta;
import io.agentkit.spec.Resources;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import io.agentkit.test.ScriptedModel;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FallbackStreamTests {

    private final RecordedStream stream = new RecordedStream();
    private final ChainHarness harness = ChainHarness.create();
    private final ScriptedModel other = new ScriptedModel();

    FallbackStreamTests() {
        harness.add(
                "fallback",
                FallbackSpec.of("a", "other")
                        .chatMiddleware(Resources.of(harness.environment(), Map.of("other", other))));
    }

    @Test // FB-04
    void asksTheNextModelWhenAStreamIsCutBeforeItShowedAnything() {
        harness.model.streamThenFail(Failures.of(STREAM_PROTOCOL));
        other.stream("he", "llo");

        assertThat(harness.stream("hi", stream).text()).isEqualTo("hello");
        assertThat(stream.shown()).containsExactly("he", "llo");
    }

    @Test // TC-064, FB-01, FB-02
    void doesNotAskAnotherModelOnceAPartWasShown() {
        AgentKitException failure = Failures.of(NETWORK);
        harness.model.streamThenFail(failure, "Analyzing task...");

        assertThatThrownBy(() -> harness.stream("hi", stream)).isSameAs(failure).hasNoSuppressedExceptions();
        assertThat(other.calls()).isZero();
        assertThat(stream.shown()).containsExactly("Analyzing task...");
        assertThat(harness.events.of(FallbackTaken.class)).isEmpty();
    }

    @Test // FB-01, FB-02, FB-03
    void restartsForAConsumerThatUnderstandsIt() {
        harness.model.streamThenFail(Failures.of(NETWORK), "Analyzing ", "task...");
        other.stream("Analyzing ", "task... done");

        ChatReply reply = harness.stream("hi", stream, StreamMode.RESTART);

        assertThat(stream.shown())
                .containsExactly("Analyzing ", "task...", RecordedStream.RESTARTED, "Analyzing ", "task... done");
        assertThat(stream.text()).isEqualTo(reply.text()).isEqualTo("Analyzing task... done");
        assertThat(stream.deltas())
                .filteredOn(delta -> delta.finishReason() != null)
                .hasSize(1);
    }

    @Test // FB-03
    void dropsWhatAFailedStreamHeldBack() {
        harness.model.run(attempt -> {
            attempt.delta(Delta.text(""));
            throw Failures.of(NETWORK);
        });
        other.stream("hello");

        harness.stream("hi", stream);

        assertThat(stream.shown()).containsExactly("hello");
    }
}
