package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTests {

    private static final Instant NOW = Instant.parse("2026-08-26T10:00:00Z");

    @ParameterizedTest // RE-02, RE-03
    @CsvSource({
        "2, PT2S",
        "' 2 ', PT2S",
        "0.5, PT0.5S",
        "120, PT2M",
        "1m30s, PT1M30S",
        "6m0s, PT6M",
        "120ms, PT0.12S",
        "1h2m3.5s, PT1H2M3.5S",
        "'Wed, 26 Aug 2026 10:02:00 GMT', PT2M",
        "'wed, 26 aug 2026 10:02:00 gmt', PT2M",
        "'Mon, 26 Aug 2026 10:02:00 GMT', PT2M",
        "'Wednesday, 26-Aug-26 10:02:00 GMT', PT2M",
        "'Wed Aug 26 10:02:00 2026', PT2M",
        "2026-08-26T10:02:00Z, PT2M",
        "2026-08-26T12:02:00+02:00, PT2M",
        "1787738520, PT2M",
        "1787738520000, PT2M"
    })
    void readsEveryForm(String value, Duration wait) {
        assertThat(RetryAfter.parse(value, NOW)).isEqualTo(wait);
    }

    @ParameterizedTest // RE-01
    @ValueSource(
            strings = {
                "-1",
                "0",
                "0.0",
                "0s",
                "-1m",
                "",
                " ",
                "soon",
                "NaN",
                "1e9",
                "1 2",
                "Wed, 26 Aug 2026 09:59:00 GMT",
                "Wed, 99 Aug 2026 09:59:00 GMT",
                "Sunday, 06-Nov-94 08:49:37 GMT",
                "Sun Nov  6 08:49:37 1994",
                "2020-01-01T00:00:00Z",
                "1577836800"
            })
    void readsNoWaitWhereThereIsNone(String value) {
        assertThat(RetryAfter.parse(value, NOW)).isNull();
    }

    @ParameterizedTest // RE-07
    @ValueSource(
            strings = {
                "9999999",
                "2147484",
                "99999999999",
                "999999999999999999999999999999",
                "999999999d",
                "9999-12-31T23:59:59Z",
                "Fri, 31 Dec 9999 23:59:59 GMT"
            })
    void clampsWhatIsOutOfProportion(String value) {
        assertThat(RetryAfter.parse(value, NOW)).isEqualTo(RetryAfter.LONGEST);
        assertThat(RetryAfter.LONGEST.toMillis()).isLessThan(Integer.MAX_VALUE);
    }

    @Test
    void takesNoValueThatIsTooLongToBeOne() {
        assertThat(RetryAfter.parse("1s".repeat(100_000), NOW)).isNull();
        assertThat(RetryAfter.parse("9".repeat(100_000), NOW)).isNull();
    }

    @Test // RE-02
    void comparesADateWithTheAnswersOwnDate() {
        Map<String, String> headers =
                Map.of("date", "Wed, 26 Aug 2026 09:50:00 GMT", "retry-after", "Wed, 26 Aug 2026 09:52:00 GMT");

        assertThat(read(429, headers)).isEqualTo(Duration.ofMinutes(2));
    }

    @Test // RE-04
    void readsTheHeaderOnEveryStatus() {
        assertThat(read(520, Map.of("retry-after", "60"))).isEqualTo(Duration.ofSeconds(60));
        assertThat(read(503, Map.of("retry-after", "Wed, 26 Aug 2026 10:02:00 GMT")))
                .isEqualTo(Duration.ofMinutes(2));
    }

    @Test // RE-01
    void prefersMillisecondsAndPassesOverAMeaninglessHint() {
        assertThat(read(429, Map.of("retry-after-ms", "1500", "retry-after", "2")))
                .isEqualTo(Duration.ofMillis(1500));
        assertThat(read(429, Map.of("retry-after-ms", "-1", "retry-after", "2")))
                .isEqualTo(Duration.ofSeconds(2));
        assertThat(read(429, Map.of("retry-after-ms", "-1"))).isNull();
    }

    @Test
    void waitsForTheLastResetOfWhatIsUsedUp() {
        assertThat(read(429, Map.of("x-ratelimit-reset-requests", "1s", "x-ratelimit-reset-tokens", "6m0s")))
                .isEqualTo(Duration.ofMinutes(6));
        assertThat(read(
                        429,
                        Map.of(
                                "x-ratelimit-reset-requests", "1s",
                                "x-ratelimit-remaining-requests", "0",
                                "x-ratelimit-reset-tokens", "6m0s",
                                "x-ratelimit-remaining-tokens", "149984")))
                .isEqualTo(Duration.ofSeconds(1));
        assertThat(read(429, Map.of("anthropic-ratelimit-input-tokens-reset", "2026-08-26T10:00:20Z")))
                .isEqualTo(Duration.ofSeconds(20));
        assertThat(read(429, Map.of("x-ratelimit-reset", "1787738520000"))).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void looksAtResetsOnlyWhenALimitWasReached() {
        assertThat(read(503, Map.of("x-ratelimit-reset-tokens", "6m0s"))).isNull();
        assertThat(read(429, Map.of("retry-after", "2", "x-ratelimit-reset-tokens", "6m0s")))
                .isEqualTo(Duration.ofSeconds(2));
    }

    @Property
    void neverThrowsAndIsNeverOutOfBounds(@ForAll String value, @ForAll int status) {
        Duration wait = RetryAfter.read(status, name -> value, NOW);

        assertThat(wait == null || (!wait.isNegative() && !wait.isZero() && wait.compareTo(RetryAfter.LONGEST) <= 0))
                .isTrue();
    }

    @Property
    void readsEveryNumberOfSeconds(@ForAll @LongRange(min = 1, max = 999_999_999) long seconds) {
        assertThat(RetryAfter.parse(Long.toString(seconds), NOW))
                .isEqualTo(Duration.ofSeconds(Math.min(seconds, RetryAfter.LONGEST.toSeconds())));
    }

    private static @Nullable Duration read(int status, Map<String, String> headers) {
        return RetryAfter.read(status, headers::get, NOW);
    }
}
