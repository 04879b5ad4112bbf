package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PhasesTests {

    private final List<String> steps = new ArrayList<>();
    private final RecordedStream stream = new RecordedStream();

    private class Noting extends ChatPhases {

        @Override
        public Call<ChatRequest> onRequest(Call<ChatRequest> call) {
            steps.add("request");
            return call.mapText(text -> text + "?");
        }

        @Override
        public ChatReply onResponse(Call<ChatRequest> call, ChatReply reply) {
            steps.add("response");
            return reply;
        }

        @Override
        public ChatReply onError(Call<ChatRequest> call, RuntimeException error) {
            steps.add("error");
            throw error;
        }
    }

    @Test // TC-410
    void changesTheRequestAndSeesTheResponse() {
        ChainHarness harness = ChainHarness.of(new Noting());
        harness.model.reply("ok");

        harness.chat("hi");

        assertThat(steps).containsExactly("request", "response");
        assertThat(harness.model.requests().get(0).messages().get(0).text()).isEqualTo("hi?");
    }

    @Test // TC-412
    void rethrowsAnErrorByDefaultAndSeesNoResponseThen() {
        IllegalStateException failure = new IllegalStateException("provider");
        ChainHarness harness = ChainHarness.of(new Noting());
        harness.model.fail(failure);

        assertThatThrownBy(() -> harness.chat("hi")).isSameAs(failure);
        assertThat(steps).containsExactly("request", "error");
    }

    @Test // TC-412
    void recoversWithAValue() {
        ChainHarness harness = ChainHarness.of(new ChatPhases() {
            @Override
            public ChatReply onError(Call<ChatRequest> call, RuntimeException error) {
                return ChatReply.of("sorry");
            }
        });
        harness.model.fail(new IllegalStateException("provider"));

        assertThat(harness.chat("hi").text()).isEqualTo("sorry");
    }

    @Test // TC-413
    void refusesBeforeAnythingIsSentAndReachesNoOtherPhase() {
        ChainHarness harness = ChainHarness.of(new Noting() {
            @Override
            public Call<ChatRequest> onRequest(Call<ChatRequest> call) {
                throw new BlockedException("not allowed", "rule 7");
            }
        });

        assertThatExceptionOfType(BlockedException.class)
                .isThrownBy(() -> harness.chat("hi"))
                .satisfies(blocked -> {
                    assertThat(blocked.reason()).isEqualTo("not allowed");
                    assertThat(blocked.detail()).isEqualTo("rule 7");
                });
        assertThat(steps).isEmpty();
        assertThat(harness.model.calls()).isZero();
    }

    @Test
    void doesNotTakeItsOwnFailureForOneOfTheInnerPart() {
        ChainHarness harness = ChainHarness.of(new Noting() {
            @Override
            public ChatReply onResponse(Call<ChatRequest> call, ChatReply reply) {
                throw new BlockedException("bad answer", "rule 8");
            }
        });
        harness.model.reply("ok");

        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(BlockedException.class);
        assertThat(steps).containsExactly("request");
    }

    @Test
    void leavesCancellationsAndErrorsAlone() {
        ChainHarness harness = ChainHarness.of(new Noting());
        harness.model
                .fail(new CancelledException(Cancellation.Reason.CONSUMER, null))
                .run(attempt -> {
                    throw new AssertionError("a bug");
                });

        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(CancelledException.class);
        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(AssertionError.class);
        assertThat(steps).containsExactly("request", "request");
    }

    @Test // TC-411
    void showsABufferedAnswerOnceItIsDone() {
        ChainHarness harness = ChainHarness.of(changing(true));
        harness.model.stream("o", "k");

        harness.stream("hi", stream);

        assertThat(stream.shown()).containsExactly("ok!");
        assertThat(harness.events.of(ReplyDiverged.class)).isEmpty();
    }

    @Test // TC-411
    void showsDeltasLiveWhenItDoesNotBufferAndTellsWhenItChangesTheAnswerAllTheSame() {
        ChainHarness harness = ChainHarness.create().add("late", changing(false));
        harness.model.stream("o", "k");

        harness.stream("hi", stream);

        assertThat(stream.shown()).containsExactly("o", "k");
        assertThat(harness.events.of(ReplyDiverged.class))
                .extracting(ReplyDiverged::middleware)
                .containsExactly("late");
    }

    @Test
    void namesPhasesThatReturnNull() {
        ChainHarness harness = ChainHarness.create().add("nothing", new ChatPhases() {
            @Override
            public Call<ChatRequest> onRequest(Call<ChatRequest> call) {
                return null;
            }

            @Override
            public boolean buffers() {
                return true;
            }
        });

        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(() -> harness.chat("hi"))
                .withMessage("'nothing' passed on a null call");
    }

    private static ChatPhases changing(boolean buffers) {
        return new ChatPhases() {
            @Override
            public ChatReply onResponse(Call<ChatRequest> call, ChatReply reply) {
                return reply.withText(reply.text() + "!");
            }

            @Override
            public boolean buffers() {
                return buffers;
            }
        };
    }
}
