package io.agentkit;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How long a provider asks to wait, in every form that is in use. A wait of nothing, of less, or until a time in the past is no wait; one
 * that is out of proportion is {@link #LONGEST}. Stateless; nothing in here throws.
 */
public final class RetryAfter {

    /** Just below 2^31 milliseconds, where timers of other libraries turn negative. */
    public static final Duration LONGEST = Duration.ofDays(24);

    /** No legal form is longer. */
    private static final int MOST = 64;

    private static final Pattern NUMBER = Pattern.compile("\\d{1,30}(?:\\.\\d{1,30})?");
    private static final Pattern PARTS = Pattern.compile("(?:\\d{1,9}(?:\\.\\d{1,9})?(?:ms|us|ns|[dhms]))+");
    private static final Pattern PART = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ms|us|ns|[dhms])");

    /** Larger numbers of seconds are points in time: nobody asks to wait 31 years. */
    private static final BigDecimal EPOCH_SECONDS = BigDecimal.valueOf(1_000_000_000L);

    private static final BigDecimal EPOCH_MILLIS = BigDecimal.valueOf(1_000_000_000_000L);

    private RetryAfter() {}

    /**
     * Reads the headers of an error answer: {@code retry-after-ms}, else {@code retry-after}, else, when requests or tokens ran out (429),
     * the longest {@code …ratelimit-reset…} of those that are used up.
     *
     * @param status HTTP status of the answer
     * @param headers gives the value for a name in lower case; null when there is none
     * @param now our clock, for points in time when the answer has no {@code date} header of its own
     * @return null when nothing was asked for
     */
    public static @Nullable Duration read(int status, Function<String, @Nullable String> headers, Instant now) {
        Instant clock = HttpDates.parse(headers.apply("date"), now);
        Instant sent = clock == null ? now : clock;
        Duration wait = ofMillis(headers.apply("retry-after-ms"));
        if (wait == null) {
            wait = parse(headers.apply("retry-after"), sent);
        }
        return wait != null || status != 429 ? wait : reset(headers, sent);
    }

    /**
     * Reads one value: seconds, also with decimals; a duration such as {@code 1m30s} or {@code 120ms}; an HTTP date; an ISO timestamp; a
     * Unix time in seconds or milliseconds.
     *
     * @param now what points in time are compared with
     * @return null when the value is none of these, or asks for no wait
     */
    public static @Nullable Duration parse(@Nullable String value, Instant now) {
        if (value == null || value.length() > MOST) {
            return null;
        }
        String text = value.strip();
        if (NUMBER.matcher(text).matches()) {
            return ofNumber(new BigDecimal(text), now);
        }
        Duration plain = ofPlainDuration(text);
        if (plain != null) {
            return plain;
        }
        Instant until = HttpDates.parse(text, now);
        return until == null ? null : between(now, until);
    }

    private static @Nullable Duration reset(Function<String, @Nullable String> headers, Instant now) {
        Duration longest = null;
        for (String unit : new String[] {"requests", "tokens", "input-tokens", "output-tokens"}) {
            longest = longer(
                    longest,
                    headers.apply("x-ratelimit-remaining-" + unit),
                    parse(headers.apply("x-ratelimit-reset-" + unit), now));
            longest = longer(
                    longest,
                    headers.apply("anthropic-ratelimit-" + unit + "-remaining"),
                    parse(headers.apply("anthropic-ratelimit-" + unit + "-reset"), now));
        }
        longest =
                longer(longest, headers.apply("x-ratelimit-remaining"), parse(headers.apply("x-ratelimit-reset"), now));
        return longer(longest, headers.apply("ratelimit-remaining"), parse(headers.apply("ratelimit-reset"), now));
    }

    /** What is left over of something does not make anybody wait for its reset. */
    private static @Nullable Duration longer(
            @Nullable Duration known, @Nullable String remaining, @Nullable Duration reset) {
        boolean left = remaining != null
                && NUMBER.matcher(remaining.strip()).matches()
                && new BigDecimal(remaining.strip()).signum() > 0;
        if (reset == null || left) {
            return known;
        }
        return known == null || reset.compareTo(known) > 0 ? reset : known;
    }

    private static @Nullable Duration ofMillis(@Nullable String value) {
        if (value == null || !NUMBER.matcher(value.strip()).matches()) {
            return null;
        }
        return ofSeconds(new BigDecimal(value.strip()).movePointLeft(3));
    }

    private static @Nullable Duration ofNumber(BigDecimal number, Instant now) {
        if (number.compareTo(EPOCH_SECONDS) < 0) {
            return ofSeconds(number);
        }
        BigDecimal seconds = number.compareTo(EPOCH_MILLIS) < 0 ? number : number.movePointLeft(3);
        return ofSeconds(seconds.subtract(BigDecimal.valueOf(now.toEpochMilli()).movePointLeft(3)));
    }

    /** {@code 1m30s}; null when it is nothing of the kind. */
    static @Nullable Duration ofPlainDuration(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (!PARTS.matcher(lower).matches()) {
            return null;
        }
        BigDecimal seconds = BigDecimal.ZERO;
        for (Matcher part = PART.matcher(lower); part.find(); ) {
            seconds = seconds.add(new BigDecimal(part.group(1)).multiply(unit(part.group(2))));
        }
        return ofSeconds(seconds);
    }

    private static BigDecimal unit(String name) {
        return switch (name) {
            case "d" -> BigDecimal.valueOf(86_400);
            case "h" -> BigDecimal.valueOf(3_600);
            case "m" -> BigDecimal.valueOf(60);
            case "s" -> BigDecimal.ONE;
            case "ms" -> BigDecimal.valueOf(1, 3);
            case "us" -> BigDecimal.valueOf(1, 6);
            default -> BigDecimal.valueOf(1, 9);
        };
    }

    private static @Nullable Duration ofSeconds(BigDecimal seconds) {
        if (seconds.compareTo(BigDecimal.valueOf(LONGEST.toSeconds())) >= 0) {
            return LONGEST;
        }
        return positive(
                Duration.ofNanos(seconds.max(BigDecimal.ZERO).movePointRight(9).longValue()));
    }

    private static @Nullable Duration between(Instant now, Instant until) {
        try {
            Duration wait = Duration.between(now, until);
            return wait.compareTo(LONGEST) > 0 ? LONGEST : positive(wait);
        } catch (DateTimeException | ArithmeticException tooFar) {
            return LONGEST;
        }
    }

    private static @Nullable Duration positive(Duration wait) {
        return wait.isNegative() || wait.isZero() ? null : wait;
    }
}
