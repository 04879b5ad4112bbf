package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChainTests {

    private final List<String> order = new ArrayList<>();

    @Test // TC-400
    void runsTheFirstMiddlewareOutermost() {
        ChainHarness harness = ChainHarness.create().add("a", noting("a")).add("b", noting("b"));
        harness.model.reply("hello");

        assertThat(harness.chat("hi").text()).isEqualTo("hello");
        assertThat(order).containsExactly("a>", "b>", "<b", "<a");
        assertThat(harness.chatHandler()).hasToString("a(b(model))");
    }

    @Test // TC-401
    void callsTheEndpointWhenThereIsNoMiddleware() {
        ChainHarness harness = ChainHarness.create();
        harness.model.reply("hello");

        assertThat(harness.chat("hi").text()).isEqualTo("hello");
    }

    @Test
    void streamsWhatTheModelSends() {
        ChainHarness harness = ChainHarness.create();
        harness.model.stream("he", "llo");
        RecordedStream stream = new RecordedStream();

        ChatReply reply = harness.stream("hi", stream);

        assertThat(reply.text()).isEqualTo("hello");
        assertThat(stream.shown()).containsExactly("he", "llo");
    }

    private ChatMiddleware noting(String name) {
        return new ChatMiddleware() {
            @Override
            public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
                order.add(name + ">");
                ChatReply reply = next.call(call);
                order.add("<" + name);
                return reply;
            }
        };
    }
}
