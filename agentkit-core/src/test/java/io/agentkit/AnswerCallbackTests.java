package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.chat.ChatReply;
import io.agentkit.test.ChainHarness;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerCallbackTests {

    private final List<Object> answers = new ArrayList<>();

    @Test // TC-206
    void tellsEachKeyOnceWhatTheCallReallyReturned() {
        ChainHarness harness = ChainHarness.create()
                .add("changing", (call, next) -> next.call(call).withText("changed"))
                .add("twice", (call, next) -> {
                    next.call(call);
                    return next.call(call);
                })
                .add("spend", (call, next) -> {
                    call.onAnswer(new Keyed("spend"));
                    call.onAnswer(new Keyed("other"));
                    return next.call(call);
                });
        harness.model.reply("1").reply("2");

        ChatReply reply = harness.chat("hi");

        assertThat(reply.text()).isEqualTo("changed");
        assertThat(answers).hasSize(2).allMatch(answer -> answer == reply);
    }

    @Test // TC-544
    void tellsNobodyWhenTheCallFails() {
        ChainHarness harness = ChainHarness.of((call, next) -> {
            assertThat(call.onAnswer((asked, answer) -> answers.add(answer))).isTrue();
            next.call(call);
            throw new IllegalStateException("outer");
        });
        harness.model.reply("thrown away");

        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(IllegalStateException.class);
        assertThat(answers).isEmpty();
    }

    @Test
    void returnsTheAnswerWhenACallbackThrows() {
        ChainHarness harness = ChainHarness.of((call, next) -> {
            call.onAnswer((asked, answer) -> {
                throw new LinkageError("broken");
            });
            call.onAnswer((asked, answer) -> answers.add(answer));
            return next.call(call);
        });
        harness.model.reply("ok");

        assertThat(harness.chat("hi").text()).isEqualTo("ok");
        assertThat(answers).hasSize(1);
    }

    private final class Keyed implements AnswerCallback {

        private final String key;

        private Keyed(String key) {
            this.key = key;
        }

        @Override
        public Object key() {
            return key;
        }

        @Override
        public void answered(Call<?> call, Object reply) {
            answers.add(reply);
        }
    }
}
