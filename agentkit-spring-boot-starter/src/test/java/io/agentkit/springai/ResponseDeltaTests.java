package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.ReplyAssembler;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.Usage;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

class ResponseDeltaTests {

    private final DeltaReader reader = new DeltaReader();

    private final ReplyAssembler assembler = new ReplyAssembler();

    @Test
    void putsItsPartsTogetherAsItShowsThem() {
        List<Delta> deltas = List.of(
                reader.read(chunk("Let me ", Map.of("reasoningContent", "First"), null)),
                reader.read(chunk("see.", Map.of("reasoningContent", "First, second"), null)),
                reader.read(chunk("Or not.", Map.of("index", 1), null)),
                reader.read(last()));
        deltas.forEach(assembler::add);

        ChatReply reply = assembler.reply().build();

        assertThat(reply.text()).isEqualTo("Let me see.");
        assertThat(deltas).extracting(Delta::text).containsExactly("Let me ", "see.", "", "");
        assertThat(reply.reasoning()).isEqualTo("First, second");
        assertThat(deltas).extracting(Delta::reasoning).containsExactly("First", ", second", null, null);
        assertThat(reply.toolCalls()).isEqualTo(deltas.get(3).toolCalls());
        assertThat(reply.toolCalls()).containsExactly(new ToolCall("c1", "weather", "{}"));
        assertThat(reply.finishReason()).isEqualTo(deltas.get(3).finishReason()).isEqualTo(FinishReason.TOOL_USE);
        assertThat(reply.usage()).isEqualTo(deltas.get(3).usage()).isEqualTo(Usage.of(10, 5));
        assertThat(reply.model()).isEqualTo(deltas.get(3).model()).isEqualTo("m");
    }

    @Test
    void isReadOfAChunkWithoutAnswer() {
        Delta delta = reader.read(new ChatResponse(
                List.of(),
                ChatResponseMetadata.builder().usage(new DefaultUsage(10, 5)).build()));
        assembler.add(delta);

        assertThat(delta.text()).isEmpty();
        assertThat(delta.commits()).isFalse();
        assertThat(assembler.usage()).isEqualTo(Usage.of(10, 5));
    }

    private static ChatResponse chunk(
            String text, Map<String, Object> properties, @Nullable ChatGenerationMetadata metadata) {
        AssistantMessage message =
                AssistantMessage.builder().content(text).properties(properties).build();
        return new ChatResponse(
                List.of(metadata == null ? new Generation(message) : new Generation(message, metadata)));
    }

    private static ChatResponse last() {
        AssistantMessage message = AssistantMessage.builder()
                .content("")
                .toolCalls(List.of(new AssistantMessage.ToolCall("c1", "function", "weather", "{}")))
                .build();
        return new ChatResponse(
                List.of(new Generation(
                        message,
                        ChatGenerationMetadata.builder()
                                .finishReason("TOOL_CALLS")
                                .build())),
                ChatResponseMetadata.builder()
                        .model("m")
                        .usage(new DefaultUsage(10, 5))
                        .build());
    }
}
