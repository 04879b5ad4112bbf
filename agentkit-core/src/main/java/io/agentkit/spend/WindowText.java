package io.agentkit.spend;

import io.agentkit.store.BudgetWindow;
import io.agentkit.store.BudgetWindow.Kind;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a window: {@code none}, a calendar one such as {@code day} or {@code 1d}, or {@code rolling 90s}. */
final class WindowText {

    private static final Map<String, Kind> KINDS = Map.ofEntries(
            Map.entry("none", Kind.NONE),
            Map.entry("minute", Kind.MINUTE),
            Map.entry("1m", Kind.MINUTE),
            Map.entry("hour", Kind.HOUR),
            Map.entry("1h", Kind.HOUR),
            Map.entry("day", Kind.DAY),
            Map.entry("1d", Kind.DAY),
            Map.entry("week", Kind.WEEK),
            Map.entry("1w", Kind.WEEK),
            Map.entry("month", Kind.MONTH));

    private static final Pattern ROLLING = Pattern.compile("rolling (\\d{1,9})(s|m|h|d)");

    private static final Duration LONGEST = Duration.ofDays(366);

    private WindowText() {}

    /** @throws IllegalArgumentException when it is none of these */
    static BudgetWindow read(String text, ZoneId zone) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        Kind kind = KINDS.get(word);
        if (kind != null) {
            return kind == Kind.NONE ? BudgetWindow.NONE : BudgetWindow.of(kind, zone);
        }
        Matcher rolling = ROLLING.matcher(word);
        if (rolling.matches()) {
            Duration length = duration(Long.parseLong(rolling.group(1)), rolling.group(2));
            if (length.isZero() || length.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(
                        "'window' must reach back between 1s and 366d when it is rolling (was %s)".formatted(text));
            }
            return BudgetWindow.rolling(length);
        }
        throw new IllegalArgumentException(
                "'window' must be none, minute, hour, day (or 1d), week, month, or rolling with a length such as"
                        + " 'rolling 24h' (was %s)".formatted(text));
    }

    private static Duration duration(long count, String unit) {
        return switch (unit) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }
}
