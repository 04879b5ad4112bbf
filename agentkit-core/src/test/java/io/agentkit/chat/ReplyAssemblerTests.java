package io.agentkit.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReplyAssemblerTests {

    private final ReplyAssembler assembler = new ReplyAssembler();

    @Test // US-01
    void takesTheLastCountOfTwo() {
        assertThat(of(Delta.usage(Usage.of(10, 1)), Delta.usage(Usage.of(10, 15)))
                        .usage())
                .isEqualTo(Usage.of(10, 15));
    }

    @Test // US-02, US-03
    void neverAddsCumulativeCounts() {
        for (int output = 1; output <= 100; output++) {
            assembler.add(Delta.text("x"));
            assembler.add(Delta.usage(Usage.of(10, output)));
        }

        assertThat(assembler.reply().build().usage()).isEqualTo(Usage.of(10, 100));
    }

    @Test // US-04
    void countsARepeatedUsageOnce() {
        assertThat(of(Delta.usage(Usage.of(10, 5)), Delta.finish(FinishReason.STOP), Delta.usage(Usage.of(10, 5)))
                        .usage())
                .isEqualTo(Usage.of(10, 5));
    }

    @Test // US-05
    void readsUsageThatComesAfterTheFinish() {
        ChatReply reply = of(Delta.text("hi"), Delta.finish(FinishReason.STOP), Delta.usage(Usage.of(10, 5)));

        assertThat(reply.usage()).isEqualTo(Usage.of(10, 5));
        assertThat(reply.finishReason()).isEqualTo(FinishReason.STOP);
    }

    @Test
    void takesAZeroForAFactAndKeepsAnAbsentCountAbsent() {
        assertThat(of(Delta.usage(Usage.of(10, 5)), Delta.usage(Usage.NONE)).usage())
                .isEqualTo(Usage.NONE);
        assertThat(new ReplyAssembler().reply().build().usage()).isNull();
    }

    @Test // US-06, US-08
    void collectsAllToolCallsInOrder() {
        ToolCall a = new ToolCall("1", "a", "{}");
        ToolCall b = new ToolCall("2", "b", "{}");
        ToolCall c = new ToolCall("3", "c", "{}");

        ChatReply reply = of(Delta.toolCalls(List.of(a, b)), Delta.toolCalls(List.of(c)));

        assertThat(reply.toolCalls()).containsExactly(a, b, c);
        assertThat(reply.finishReason()).isEqualTo(FinishReason.TOOL_USE);
    }

    @Test // US-07
    void keepsTheTextOnBothSidesOfAToolCall() {
        ToolCall call = new ToolCall("1", "a", "{}");

        ChatReply reply = of(Delta.text("I'll check "), Delta.toolCalls(List.of(call)), Delta.text("that now."));

        assertThat(reply.text()).isEqualTo("I'll check that now.");
        assertThat(reply.toolCalls()).containsExactly(call);
    }

    @Test
    void putsReasoningTogetherApartFromTheText() {
        ChatReply reply = of(Delta.reasoning("let me "), Delta.reasoning("think"), Delta.text("42"));

        assertThat(reply.reasoning()).isEqualTo("let me think");
        assertThat(reply.text()).isEqualTo("42");
        assertThat(assembler.characters()).isEqualTo(14);
    }

    @Test
    void knowsAStreamThatDidNotSayWhyItEnded() {
        assembler.add(Delta.text("cut"));
        assertThat(assembler.isFinished()).isFalse();
        assembler.add(Delta.finish(FinishReason.STOP));
        assertThat(assembler.isFinished()).isTrue();
    }

    @Test
    void isEmptyUntilSomethingArrivesThatCanBeCharged() {
        assembler.add(Delta.text(""));
        assembler.add(Delta.finish(FinishReason.STOP));
        assertThat(assembler.isEmpty()).isTrue();
        assembler.add(Delta.usage(Usage.NONE));
        assertThat(assembler.isEmpty()).isFalse();
    }

    private ChatReply of(Delta... deltas) {
        for (Delta delta : deltas) {
            assembler.add(delta);
        }
        return assembler.reply().build();
    }

    @Test // CO-17
    void reckonsWhatCameAfterTheLastCount() {
        ReplyAssembler assembler = new ReplyAssembler();
        assembler.add(Delta.text("four"));
        assembler.add(Delta.usage(Usage.of(100, 1)));
        assembler.add(Delta.text("eightchr"));
        assembler.add(Delta.reasoning("four"));
        assembler.add(Delta.toolCalls(List.of(new ToolCall("1", "look", "{}.."))));

        assertThat(assembler.usage(TokenEstimator.QUARTER)).isEqualTo(Usage.estimated(100, 1 + 2 + 1 + 2));
        assertThat(assembler.usage()).isEqualTo(Usage.of(100, 1));
    }

    @Test // US-02, US-03
    void reckonsNothingOfWhatACountCovers() {
        ReplyAssembler assembler = new ReplyAssembler();
        for (int i = 1; i <= 20; i++) {
            assembler.add(Delta.text("piece"));
            assembler.add(Delta.usage(Usage.of(100, i)));
        }

        assertThat(assembler.usage(TokenEstimator.QUARTER)).isEqualTo(Usage.of(100, 20));
        assertThat(new ReplyAssembler().usage(TokenEstimator.QUARTER)).isNull();
    }
}
