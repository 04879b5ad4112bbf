package io.agentkit.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class UsagePropertyTests {

    private static final List<List<String>> STREAMS = List.of(
            List.of(
                    ": hello\n\n",
                    "data: {\"model\":\"m\",\"choices\":[{\"delta\":{\"content\":\"\u00e4\u4e16\ud83d\ude00\\u00e4\\\"\"}}],\"usage\":null}\n\n",
                    "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1}}\n\n",
                    "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":101,\"completion_tokens\":42,\"total_tokens\":143,\"prompt_tokens_details\":{\"cached_tokens\":64}}}\n\n",
                    "data: [DONE]\n\n"),
            List.of(
                    "event: message_start\r\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"model\":\"c\",\"usage\":{\"input_tokens\":7,\"cache_creation\":{\"ephemeral_1h_input_tokens\":3},\"output_tokens\":1}}}\r\n\r\n",
                    "event: content_block_delta\r\ndata: {\"type\":\"content_block_delta\",\"delta\":{\"text\":\""
                            + "\u4e16".repeat(2_000) + "\"}}\r\n\r\n",
                    "event: message_delta\r\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\r\ndata: \"usage\":{\"output_tokens\":59}}\r\n\r\n",
                    "event: message_stop\r\ndata: {\"type\":\"message_stop\"}\r\n\r\n"),
            List.of(
                    "data: {\"usageMetadata\":{\"promptTokenCount\":8,\"candidatesTokenCount\":16,\"thoughtsTokenCount\":28}}\n\n",
                    "data: {\"candidates\":[{\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":8,\"candidatesTokenCount\":102,\"thoughtsTokenCount\":28}}\n\n"),
            List.of(
                    "{\"model\":\"l\",\"message\":{\"content\":\"a\\n\"},\"done\":false}\n",
                    "{\"model\":\"l\",\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":26,\"eval_count\":298}\n"),
            List.of(
                    "event: response.created\ndata: {\"type\":\"response.created\",\"response\":{\"id\":\"r\",\"status\":\"in_progress\",\"usage\":null}}\n\n",
                    "event: response.completed\ndata: {\"type\":\"response.completed\",\"response\":{\"id\":\"r\",\"status\":\"completed\",\"usage\":{\"input_tokens\":15,\"output_tokens\":9,\"total_tokens\":24}}}\n\n"));

    @Property(tries = 300)
    void whereTheBytesAreCutDoesNotMatter(@ForAll("streams") List<String> events, @ForAll Random random) {
        byte[] bytes = String.join("", events).getBytes(StandardCharsets.UTF_8);
        UsageStream stream = UsageReader.any().open();

        for (int from = 0; from < bytes.length; ) {
            int to = Math.min(bytes.length, from + 1 + random.nextInt(random.nextBoolean() ? 3 : 700));
            stream.add(Arrays.copyOfRange(bytes, from, to));
            from = to;
        }

        assertThat(stream.end()).isEqualTo(UsageReader.any().read(bytes));
    }

    @Property(tries = 300)
    void repeatingEventsChangesNothing(
            @ForAll("streams") List<String> events,
            @ForAll Random random,
            @ForAll @IntRange(min = 1, max = 5) int most) {
        List<String> repeated = new ArrayList<>();
        for (String event : events) {
            for (int i = random.nextInt(most); i >= 0; i--) {
                repeated.add(event);
            }
        }

        assertThat(UsageReader.any().read(String.join("", repeated)))
                .isEqualTo(UsageReader.any().read(String.join("", events)));
    }

    @Property(tries = 100)
    void aStreamThatIsSentTwiceCountsOnce(@ForAll("streams") List<String> events) {
        String once = String.join("", events);

        assertThat(UsageReader.any().read(once + once))
                .isEqualTo(UsageReader.any().read(once));
    }

    @Property(tries = 500)
    void anyBytesEndInAReading(@ForAll("streams") List<String> events, @ForAll Random random) {
        byte[] bytes = String.join("", events).getBytes(StandardCharsets.UTF_8);
        for (int i = random.nextInt(20); i >= 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }

        UsageReading reading = UsageReader.any().read(bytes);

        assertThat(reading.usage() == null || !reading.usage().isNegative()).isTrue();
    }

    @Provide
    Arbitrary<List<String>> streams() {
        return Arbitraries.of(STREAMS);
    }
}
