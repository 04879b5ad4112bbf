package io.agentkit;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The three legal forms of a date in HTTP, and ISO timestamps. */
final class HttpDates {

    private static final DateTimeFormatter FIXED = english("d MMM uuuu HH:mm:ss");
    private static final DateTimeFormatter C_LIBRARY = english("MMM d HH:mm:ss uuuu");

    private HttpDates() {}

    private static DateTimeFormatter english(String pattern) {
        return new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern(pattern)
                .toFormatter(Locale.ENGLISH);
    }

    /** Null when it is no date. The weekday is not looked at: it adds nothing and is sometimes wrong. */
    static @Nullable Instant parse(@Nullable String text, Instant now) {
        if (text == null || text.isBlank()) {
            return null;
        }
        String date = text.strip();
        try {
            if (Character.isDigit(date.charAt(0))) {
                return OffsetDateTime.parse(date.toUpperCase(Locale.ROOT)).toInstant();
            }
            int comma = date.indexOf(',');
            int space = date.indexOf(' ');
            if (comma > 0) {
                String rest = date.substring(comma + 1)
                        .replaceFirst("(?i)\\s+(?:GMT|UTC|[+-]0000)$", "")
                        .strip();
                return utc(
                        rest.contains("-")
                                ? LocalDateTime.parse(rest, twoDigitYear(now))
                                : LocalDateTime.parse(rest, FIXED));
            }
            if (space > 0) {
                return utc(LocalDateTime.parse(date.substring(space).strip().replaceAll("\\s+", " "), C_LIBRARY));
            }
            return null;
        } catch (DateTimeException noDate) {
            return null;
        }
    }

    private static Instant utc(LocalDateTime date) {
        return date.toInstant(ZoneOffset.UTC);
    }

    /** A year that seems more than 50 years ahead is the one of the century before. */
    private static DateTimeFormatter twoDigitYear(Instant now) {
        return new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern("d-MMM-")
                .appendValueReduced(
                        ChronoField.YEAR,
                        2,
                        2,
                        now.atOffset(ZoneOffset.UTC).toLocalDate().minusYears(49))
                .appendPattern(" HH:mm:ss")
                .toFormatter(Locale.ENGLISH);
    }
}
