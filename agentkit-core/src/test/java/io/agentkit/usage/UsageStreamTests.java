package io.agentkit.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.ErrorKind;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class UsageStreamTests {

    @Test // US-05
    void usageComesOnAChunkWithoutChoices() {
        UsageReading reading = read("""
                data: {"id":"c","model":"gpt-x","service_tier":"default","choices":[{"index":0,"delta":{"content":"a"},"finish_reason":null}],"usage":null}

                data: {"id":"c","model":"gpt-x","service_tier":"default","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null}

                data: {"id":"c","model":"gpt-x","service_tier":"default","choices":[],"usage":{"prompt_tokens":10,"completion_tokens":4,"total_tokens":14,"prompt_tokens_details":{"cached_tokens":2}}}

                data: [DONE]

                """);

        assertThat(reading.usage()).isEqualTo(Usage.of(8, 2, 0, 4).withDetails(UsageDetails.of(ServiceTier.STANDARD)));
        assertThat(reading.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(reading.finished()).isTrue();
        assertThat(reading.problems()).isEmpty();
    }

    @Test // US-01, US-02, US-03
    void cumulativeCountsAreNotAdded() {
        StringBuilder stream = new StringBuilder();
        for (int i = 1; i <= 100; i++) {
            stream.append("data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}],\"usage\":{\"prompt_tokens\":9,"
                    + "\"completion_tokens\":" + i + ",\"total_tokens\":" + (9 + i) + "}}\n\n");
        }
        stream.append("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n");

        assertThat(read(stream.toString()).usage()).isEqualTo(Usage.of(9, 100));
    }

    @Test // US-04
    void usageThatIsSaidTwiceCountsOnce() {
        String usage = "\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":5,\"total_tokens\":14}";

        assertThat(read("data: {\"choices\":[{\"finish_reason\":\"stop\"}]," + usage + ",\"x_groq\":{" + usage
                                + "}}\n\ndata: {\"choices\":[]," + usage + "}\n\n")
                        .usage())
                .isEqualTo(Usage.of(9, 5));
    }

    @Test
    void zerosAfterTheCountsDoNotUndoThem() {
        assertThat(
                        read("data: {\"choices\":[{\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":5}}\n\n"
                                        + "data: {\"usage\":{\"prompt_tokens\":0,\"completion_tokens\":0}}\n\n")
                                .usage())
                .isEqualTo(Usage.of(9, 5));
    }

    @Test
    void messagesSayTheBeginningFirstAndTheRestLast() {
        UsageReading reading = read("""
                event: message_start
                data: {"type":"message_start","message":{"id":"m1","model":"claude-x","usage":{"input_tokens":7,"cache_read_input_tokens":50,"cache_creation_input_tokens":30,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":30},"output_tokens":1,"service_tier":"standard"}}}

                event: ping
                data: {"type":"ping"}

                event: message_delta
                data: {"type":"message_delta","delta":{"stop_reason":"max_tokens"},"usage":{"input_tokens":9,"cache_read_input_tokens":50,"cache_creation_input_tokens":40,"output_tokens":59,"output_tokens_details":{"thinking_tokens":11}}}

                event: message_stop
                data: {"type":"message_stop"}

                """);

        assertThat(reading.usage())
                .isEqualTo(new Usage(9, 50, 0, 40, 59, 11, 0, 0, false, UsageDetails.of(ServiceTier.STANDARD)));
        assertThat(reading.model()).isEqualTo("claude-x");
        assertThat(reading.finishReason()).isEqualTo(FinishReason.LENGTH);
    }

    @Test
    void aBeginningThatIsRepeatedChangesNothing() {
        String start =
                "data: {\"type\":\"message_start\",\"message\":{\"id\":\"m1\",\"usage\":{\"input_tokens\":7,\"output_tokens\":1}}}\n\n";
        String delta =
                "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":59}}\n\n";

        assertThat(read(start + delta + start + delta + start).usage()).isEqualTo(Usage.of(7, 59));
    }

    @Test
    void twoMessagesOfOneStreamAreBothCounted() {
        String stream =
                "data: {\"type\":\"message_start\",\"message\":{\"id\":\"%1$s\",\"usage\":{\"input_tokens\":7,\"output_tokens\":1}}}\n\n"
                        + "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":59}}\n\n";

        assertThat(read(stream.formatted("m1") + stream.formatted("m2")).usage())
                .isEqualTo(Usage.of(14, 118));
    }

    @Test // CO-17
    void aStreamThatBreaksOffHasWhatWasSaidAndIsMarked() {
        UsageReading reading = read(
                "data: {\"type\":\"message_start\",\"message\":{\"id\":\"m1\",\"usage\":{\"input_tokens\":7,\"output_tokens\":1}}}\n\n"
                        + "data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"Hel");

        assertThat(reading.usage()).isEqualTo(Usage.estimated(7, 1));
        assertThat(reading.finished()).isFalse();
        assertThat(reading.problems()).containsExactly(new UsageProblem(UsageProblem.Kind.TRUNCATED, ""));
    }

    @Test
    void responsesSayUsageAtTheEndWithoutAnotherMark() {
        UsageReading reading = read("""
                event: response.created
                data: {"type":"response.created","response":{"id":"r1","object":"response","status":"in_progress","model":"gpt-x","service_tier":"auto","usage":null,"error":null}}

                event: response.output_text.delta
                data: {"type":"response.output_text.delta","delta":"hi"}

                event: response.completed
                data: {"type":"response.completed","response":{"id":"r1","object":"response","status":"completed","model":"gpt-x","service_tier":"default","output":[{"type":"message"}],"usage":{"input_tokens":15,"input_tokens_details":{"cached_tokens":5},"output_tokens":9,"output_tokens_details":{"reasoning_tokens":3},"total_tokens":24}}}

                """);

        assertThat(reading.usage())
                .isEqualTo(Usage.of(10, 5, 0, 9).withReasoning(3).withDetails(UsageDetails.of(ServiceTier.STANDARD)));
        assertThat(reading.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(reading.finished()).isTrue();
    }

    @Test
    void aResponseThatFailsIsAFailure() {
        UsageReading reading = read("""
                data: {"type":"response.failed","response":{"id":"r1","object":"response","status":"failed","error":{"code":"server_error","message":"x"},"usage":{"input_tokens":15,"output_tokens":0,"total_tokens":15}}}

                """);

        assertThat(reading.failure()).isNotNull();
        assertThat(reading.usage()).isEqualTo(Usage.estimated(15, 0));
    }

    @Test
    void googleRepeatsWhatItCountedSoFar() {
        UsageReading reading = read("""
                data: {"candidates":[{"content":{"parts":[{"text":"a"}]},"index":0}],"usageMetadata":{"promptTokenCount":8,"candidatesTokenCount":16,"totalTokenCount":52,"thoughtsTokenCount":28},"modelVersion":"g"}

                data: {"candidates":[{"content":{"parts":[{"text":"b"}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":8,"candidatesTokenCount":102,"totalTokenCount":138,"thoughtsTokenCount":28},"modelVersion":"g"}

                """);

        assertThat(reading.usage()).isEqualTo(Usage.of(8, 130).withReasoning(28));
        assertThat(reading.finishReason()).isEqualTo(FinishReason.STOP);
    }

    @Test
    void googleSendsAnArrayWhereNoEventsAreAskedFor() {
        UsageReading reading = read(
                "[{\"usageMetadata\":{\"promptTokenCount\":8,\"candidatesTokenCount\":1}}\n,\r\n"
                        + "{\"candidates\":[{\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":8,\"candidatesTokenCount\":3}}]");

        assertThat(reading.usage()).isEqualTo(Usage.of(8, 3));
        assertThat(reading.finished()).isTrue();
    }

    @Test
    void ollamaSendsALineForEachPiece() {
        UsageReading reading = read(
                "{\"model\":\"l\",\"message\":{\"content\":\"a\"},\"done\":false}\n"
                        + "{\"model\":\"l\",\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":26,\"eval_count\":2}\n");

        assertThat(reading.usage()).isEqualTo(Usage.of(26, 2));
        assertThat(reading.finished()).isTrue();
        assertThat(read("{\"model\":\"l\",\"done\":false}\n{\"model\":\"l\",\"done\":false}\n")
                        .finished())
                .isFalse();
    }

    @Test
    void converseStreamsItsCountsLast() {
        UsageReading reading = UsageReader.any()
                .open()
                .event("{\"messageStart\":{\"role\":\"assistant\"}}")
                .event("{\"contentBlockDelta\":{\"delta\":{\"text\":\"a\"}}}")
                .event("{\"messageStop\":{\"stopReason\":\"end_turn\"}}")
                .event(
                        "{\"metadata\":{\"usage\":{\"inputTokens\":5,\"outputTokens\":7,\"cacheReadInputTokens\":2},\"metrics\":{\"latencyMs\":1}}}")
                .end();

        assertThat(reading.usage()).isEqualTo(Usage.of(5, 2, 0, 7));
        assertThat(reading.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(reading.finished()).isTrue();
    }

    @Test
    void whatAModelCountsComesBeforeWhatBedrockCounts() {
        UsageReading reading = UsageReader.any()
                .open()
                .event(
                        "{\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"usage\":{\"input_tokens\":5,\"cache_read_input_tokens\":90,\"output_tokens\":1}}}")
                .event(
                        "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":7}}")
                .event(
                        "{\"type\":\"message_stop\",\"amazon-bedrock-invocationMetrics\":{\"inputTokenCount\":5,\"outputTokenCount\":7}}")
                .end();

        assertThat(reading.usage()).isEqualTo(Usage.of(5, 90, 0, 7));
        assertThat(UsageReader.any()
                        .open()
                        .event(
                                "{\"outputText\":\"a\",\"amazon-bedrock-invocationMetrics\":{\"inputTokenCount\":5,\"outputTokenCount\":7}}")
                        .soFar()
                        .usage())
                .isEqualTo(Usage.estimated(5, 7));
    }

    @Test
    void anErrorUnderASuccessIsNoticed() {
        UsageReading groq = read(
                "data: {\"choices\":[{\"delta\":{\"content\":\"maybe\"}}]}\n\n"
                        + "event: error\ndata: {\"error\":{\"message\":\"no tool\",\"type\":\"invalid_request_error\",\"code\":\"tool_use_failed\",\"status_code\":400}}\n\n");
        UsageReading openRouter = read(": OPENROUTER PROCESSING\n\n"
                + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}\n\n"
                + "data: {\"error\":{\"code\":400,\"message\":\"Token limit reached\"},\"choices\":[],\"usage\":{\"prompt_tokens\":43,\"completion_tokens\":10,\"total_tokens\":53}}\n\n"
                + "data: [DONE]\n\n");
        UsageReading anthropic = read(
                "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"busy\"}}\n\n");
        UsageReading bedrock = read("{\"throttlingException\":{\"message\":\"slow down\"}}");
        UsageReading bare = read("event: error\ndata: {\"message\":\"busy\",\"code\":\"rate_limit_exceeded\"}\n\n");

        assertThat(groq.failure().providerCode()).isEqualTo("tool_use_failed");
        assertThat(groq.usage()).isNull();
        assertThat(groq.finished()).isFalse();
        assertThat(openRouter.failure().status()).isEqualTo(400);
        assertThat(openRouter.usage()).isEqualTo(Usage.of(43, 10));
        assertThat(openRouter.finishReason()).isEqualTo(FinishReason.LENGTH);
        assertThat(anthropic.failure().kind()).isEqualTo(ErrorKind.OVERLOADED);
        assertThat(bedrock.failure().kind()).isEqualTo(ErrorKind.RATE_LIMITED);
        assertThat(bare.failure().kind()).isEqualTo(ErrorKind.RATE_LIMITED);
    }

    @Test
    void eventsFollowTheirStandard() {
        String event = "\uFEFF: comment\r\nid: 1\r\nretry: 5\r\nevent:x\r\ndata:{\"usage\":{\"prompt_tokens\":9,\r\n"
                + "data:\"completion_tokens\":5},\r\ndata: \"choices\":[{\"finish_reason\":\"stop\"}]}\r\n\r\n";

        assertThat(read(event).usage()).isEqualTo(Usage.of(9, 5));
        assertThat(read(event.replace("\r\n", "\r")).usage()).isEqualTo(Usage.of(9, 5));
        assertThat(read(event.replace("\r\n", "\n")).usage()).isEqualTo(Usage.of(9, 5));
        assertThat(read(event.stripTrailing()).usage()).isEqualTo(Usage.of(9, 5));
    }

    @Test
    void readsStreamsBuffersAndArraysAlike() throws IOException {
        String body = "{\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":5}}";
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);

        assertThat(UsageReader.any().read(new ByteArrayInputStream(bytes)).usage())
                .isEqualTo(Usage.of(9, 5));
        assertThat(UsageReader.any().open().add(ByteBuffer.wrap(bytes)).end().usage())
                .isEqualTo(Usage.of(9, 5));
        assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(body);
    }

    @Test
    void nothingCanBeAddedToAnAnswerThatWasEnded() {
        UsageStream stream = UsageReader.any().open();
        UsageReading reading = stream.end();

        assertThat(stream.end()).isSameAs(reading);
        assertThat(stream.soFar()).isSameAs(reading);
        assertThatThrownBy(() -> stream.event("{}")).isInstanceOf(IllegalStateException.class);
    }

    private static UsageReading read(String stream) {
        return UsageReader.any().read(stream);
    }
}
