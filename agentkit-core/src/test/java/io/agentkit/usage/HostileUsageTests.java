package io.agentkit.usage;

import static io.agentkit.usage.UsageProblem.Kind.CONTRADICTION;
import static io.agentkit.usage.UsageProblem.Kind.NOT_A_NUMBER;
import static io.agentkit.usage.UsageProblem.Kind.NOT_JSON;
import static io.agentkit.usage.UsageProblem.Kind.TOO_LARGE;
import static io.agentkit.usage.UsageProblem.Kind.TRUNCATED;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.Usage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostileUsageTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "\"12\";NOT_A_NUMBER",
                "true;NOT_A_NUMBER",
                "[1];NOT_A_NUMBER",
                "{};NOT_A_NUMBER",
                "-1;NEGATIVE",
                "-0.5;NEGATIVE",
                "12.5;NOT_WHOLE",
                "1e-3;NOT_WHOLE",
                "1e-999999999;NOT_WHOLE",
                "1000000000001;OUT_OF_RANGE",
                "9223372036854775807;OUT_OF_RANGE",
                "9223372036854775808;OUT_OF_RANGE",
                "1e999999999;OUT_OF_RANGE",
            })
    void whatIsNoCountLeavesNoUsage(String value, UsageProblem.Kind kind) {
        UsageReading reading =
                read("{\"model\":\"m\",\"usage\":{\"prompt_tokens\":" + value + ",\"completion_tokens\":5}}");

        assertThat(reading.usage()).isNull();
        assertThat(reading.problems()).containsExactly(new UsageProblem(kind, "prompt_tokens"));
        assertThat(reading.model()).isEqualTo("m");
    }

    @ParameterizedTest
    @CsvSource({"12.0", "1.2e1", "12", "120e-1"})
    void howAWholeNumberIsWrittenDoesNotMatter(String value) {
        assertThat(read("{\"usage\":{\"prompt_tokens\":" + value + ",\"completion_tokens\":5}}")
                        .usage())
                .isEqualTo(Usage.of(12, 5));
    }

    @Test
    void whatIsNoObjectHasNoCounts() {
        for (String usage : new String[] {"5", "\"a\"", "[]", "true"}) {
            UsageReading reading = read("{\"usage\":" + usage + "}");

            assertThat(reading.usage()).isNull();
            assertThat(reading.problems()).containsExactly(new UsageProblem(NOT_A_NUMBER, "usage"));
        }
        assertThat(read("{\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":5,\"prompt_tokens_details\":[1]}}")
                        .usage())
                .isNull();
    }

    @Test
    void partsThatAreLargerThanTheWholeMakeAnEstimate() {
        UsageReading reading = read("{\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":15,"
                + "\"prompt_tokens_details\":{\"cached_tokens\":100}}}");

        assertThat(reading.usage()).isEqualTo(new Usage(0, 100, 0, 0, 5, 0, 0, 0, true));
        assertThat(reading.problems()).containsExactly(new UsageProblem(CONTRADICTION, "prompt_tokens"));
    }

    @Test
    void aBrokenCountThatIsCorrectedLaterIsForgotten() {
        UsageReading reading = read(
                "data: {\"usage\":{\"prompt_tokens\":\"9\",\"completion_tokens\":-1}}\n\n"
                        + "data: {\"choices\":[{\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":5}}\n\n");

        assertThat(reading.usage()).isEqualTo(Usage.of(9, 5));
        assertThat(reading.problems()).isEmpty();
    }

    @Test
    void nothingIsReadOfWhatIsCutOrBroken() {
        String body = "{\"usage\":{\"prompt_tokens\":123,\"completion_tokens\":45},\"model\":\"m\"}";
        for (int length = 1; length < body.length(); length++) {
            UsageReading reading = read(body.substring(0, length));

            assertThat(reading.usage()).isNull();
            assertThat(reading.finished()).isFalse();
            assertThat(reading.problems()).containsExactly(new UsageProblem(TRUNCATED, ""));
        }
        assertThat(read("{\"usage\":{\"prompt_tokens\":123},}").problems())
                .containsExactly(new UsageProblem(NOT_JSON, ""));
        assertThat(read("<html>502 Bad Gateway</html>").problems()).containsExactly(new UsageProblem(NOT_JSON, ""));
        assertThat(read("").problems()).containsExactly(new UsageProblem(NOT_JSON, ""));
        assertThat(read("[1,2]").problems()).containsExactly(new UsageProblem(NOT_JSON, ""));
    }

    @Test
    void aBrokenEventIsNotedAndTheOthersCount() {
        UsageReading reading = read("data: {\"usage\":{\"prompt_tokens\":1,\n\n"
                + "data: {\"choices\":[{\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":5}}\n\n"
                + "data: oops\n\ndata: {}{}\n\n");

        assertThat(reading.usage()).isEqualTo(Usage.of(9, 5));
        assertThat(reading.problems()).containsExactly(new UsageProblem(TRUNCATED, ""), new UsageProblem(NOT_JSON, ""));
    }

    @Test
    void deepNestingIsRefused() {
        String deep = "{\"choices\":" + "[".repeat(100_000) + "]".repeat(100_000) + ",\"usage\":{\"prompt_tokens\":1}}";

        UsageReading reading = read(deep);

        assertThat(reading.usage()).isNull();
        assertThat(reading.problems()).containsExactly(new UsageProblem(TOO_LARGE, ""));
    }

    @Test
    void moreFieldsThanAnyAnswerHasAreRefused() {
        String many = "{\"choices\":[" + "{},".repeat(10_000) + "{}],\"usage\":{\"prompt_tokens\":1}}";

        assertThat(read(many).problems()).containsExactly(new UsageProblem(TOO_LARGE, ""));
    }

    @Test
    void aNameThatIsTooLongIsNoName() {
        UsageReading reading = read("{\"model\":\"" + "m".repeat(5_000) + "\",\"usage\":{\"prompt_tokens\":9}}");

        assertThat(reading.model()).isNull();
        assertThat(reading.usage()).isEqualTo(Usage.of(9, 0));
    }

    @Test
    void theSameNameTwiceMeansTheLast() {
        assertThat(read("{\"usage\":{\"prompt_tokens\":1,\"prompt_tokens\":9}}").usage())
                .isEqualTo(Usage.of(9, 0));
    }

    @Test
    void hundredMegabytesPassWithoutBeingHeld() throws IOException {
        String start = "{\"choices\":[{\"message\":{\"content\":\"";
        String end = "\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":5}}";

        assertThat(UsageReader.any().read(large(start, end)).usage()).isEqualTo(Usage.of(9, 5));
        assertThat(UsageReader.any()
                        .read(large("data: " + start, end + "\n\ndata: [DONE]\n\n"))
                        .usage())
                .isEqualTo(Usage.of(9, 5));
    }

    @Test
    void eventsWithoutEndAreNotHeld() throws IOException {
        UsageReading reading = UsageReader.any().read(large("data", ""));

        assertThat(reading.usage()).isNull();
        assertThat(reading.problems()).containsExactly(new UsageProblem(NOT_JSON, ""));
    }

    @Test
    void problemsHoldNothingOfTheAnswerAndAreFew() {
        StringBuilder stream = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            stream.append("data: {\"secret-").append(i).append("\n\n");
        }

        UsageReading reading = read(stream.toString());

        assertThat(reading.toString()).doesNotContain("secret");
        assertThat(reading.problems()).hasSizeLessThanOrEqualTo(16);
    }

    private static UsageReading read(String answer) {
        return UsageReader.any().read(answer);
    }

    /** A hundred megabytes between two texts. */
    private static InputStream large(String start, String end) {
        return new InputStream() {
            private final byte[] first = start.getBytes(StandardCharsets.UTF_8);
            private final byte[] last = end.getBytes(StandardCharsets.UTF_8);
            private long at;
            private final long middle = 100L << 20;

            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                if (at < first.length) {
                    return copy(first, (int) at, into, offset, length);
                }
                long inside = at - first.length;
                if (inside < middle) {
                    int count = (int) Math.min(length, middle - inside);
                    Arrays.fill(into, offset, offset + count, (byte) 'x');
                    at += count;
                    return count;
                }
                int rest = (int) (inside - middle);
                return rest == last.length ? -1 : copy(last, rest, into, offset, length);
            }

            private int copy(byte[] from, int start, byte[] into, int offset, int length) {
                int count = Math.min(length, from.length - start);
                System.arraycopy(from, start, into, offset, count);
                at += count;
                return count;
            }
        };
    }
}
