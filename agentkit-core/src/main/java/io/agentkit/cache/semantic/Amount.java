package io.agentkit.cache.semantic;

import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An amount, a date or a time of day, read from one token or several.
 *
 * @param keys what it is compared by; empty for a time of day
 * @param dates what it says of the calendar
 * @param length how many tokens it takes
 */
record Amount(Set<String> keys, Set<String> dates, int length) {

    private static final Pattern DATE = Pattern.compile("(\\d{4})-(\\d{1,2})-(\\d{1,2})");
    private static final Pattern CLOCK = Pattern.compile("(\\d{1,2})(?::(\\d{2}))?([ap]m)?");
    private static final Pattern PARTS = Pattern.compile("\\d{1,9}(?:[/:]\\d{1,9}){1,5}");
    private static final Pattern DECADE = Pattern.compile("\\d{4}s");

    /** No number that anybody writes is longer; what is longer is code. */
    private static final int LONGEST = 40;

    /** What begins at this token; null when that is no number. */
    static @Nullable Amount at(List<Token> tokens, int at) {
        String text = tokens.get(at).lower();
        if (text.length() > LONGEST) {
            return null;
        }
        char first = text.charAt(0);
        boolean signed = text.length() > 1 && "-+.#".indexOf(first) >= 0 && isDigit(text.charAt(1));
        if (isDigit(first) || signed) {
            Amount dated = dated(tokens, at, text);
            return dated == null ? digits(new Following(tokens, at + 1), text, null) : dated;
        }
        if (Units.isCurrency(first)) {
            return text.length() == 1
                    ? null
                    : digits(new Following(tokens, at + 1), text.substring(1), Units.find(text.substring(0, 1)));
        }
        return words(new Following(tokens, at + 1), text);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static @Nullable Amount dated(List<Token> tokens, int at, String text) {
        var date = DATE.matcher(text);
        if (date.matches()) {
            return new Amount(
                    Set.of("" + Integer.parseInt(date.group(1)), "" + Integer.parseInt(date.group(3))),
                    Set.of(CalendarWords.month(Integer.parseInt(date.group(2)))),
                    1);
        }
        String next = at + 1 < tokens.size() ? tokens.get(at + 1).lower().replace(".", "") : "";
        boolean apart = next.equals("am") || next.equals("pm");
        var clock = CLOCK.matcher(text);
        if (clock.matches() && (apart || clock.group(2) != null || clock.group(3) != null)) {
            String half = clock.group(3) != null ? clock.group(3) : apart ? next : "";
            int hour = Integer.parseInt(clock.group(1));
            int ofDay = half.isEmpty() ? hour : hour % 12 + (half.equals("pm") ? 12 : 0);
            String minute = clock.group(2) == null ? "00" : clock.group(2);
            return new Amount(
                    Set.of(), Set.of(CalendarWords.time(ofDay, minute)), apart && clock.group(3) == null ? 2 : 1);
        }
        if (PARTS.matcher(text).matches()) {
            return new Amount(Set.of(text), Set.of(), 1);
        }
        return DECADE.matcher(text).matches() ? new Amount(Set.of(text.substring(0, 4)), Set.of("decade"), 1) : null;
    }

    private static @Nullable Amount digits(Following following, String text, Units.@Nullable Unit currency) {
        int end = text.length();
        while (end > 0 && !isDigit(text.charAt(end - 1))) {
            end--;
        }
        BigDecimal value = Numerals.digits(text.charAt(0) == '#' ? text.substring(1, end) : text.substring(0, end));
        String rest = text.substring(end);
        if (value == null) {
            return null;
        }
        if (Numerals.isOrdinalEnding(rest)) {
            return new Amount(Set.of(Numerals.plain(value)), Set.of(), 1);
        }
        BigDecimal thousands = Numerals.suffix(rest, currency != null);
        if (thousands != null) {
            return following.amount(value.multiply(thousands), currency);
        }
        Units.Unit unit = rest.isEmpty() ? currency : Units.behindNumber(rest);
        return rest.isEmpty() || unit != null ? following.amount(value, unit) : null;
    }

    private static @Nullable Amount words(Following following, String text) {
        BigDecimal large = Numerals.large(text);
        BigDecimal value = large == null ? Numerals.small(text) : large;
        if (value == null || (text.equals("one") && !following.isCounted())) {
            return null;
        }
        return following.amount(large == null ? following.withOnes(value) : value, null);
    }

    /** The tokens behind a number that belong to it. */
    private static final class Following {

        private final List<Token> tokens;
        private final int from;
        private int at;

        Following(List<Token> tokens, int from) {
            this.tokens = tokens;
            this.from = from;
            this.at = from;
        }

        private String next() {
            return at < tokens.size() && !tokens.get(at - 1).closes()
                    ? tokens.get(at).lower()
                    : "";
        }

        /** "One" is a number where something is counted, else a pronoun. */
        boolean isCounted() {
            String next = next();
            return Units.behindNumber(next) != null
                    || Numerals.large(next) != null
                    || next.equals("third")
                    || next.equals("half");
        }

        BigDecimal withOnes(BigDecimal tens) {
            BigDecimal ones = tens.intValue() >= 20 ? Numerals.small(next()) : null;
            if (ones == null || ones.intValue() >= 10) {
                return tens;
            }
            at++;
            return tens.add(ones);
        }

        Amount amount(BigDecimal number, Units.@Nullable Unit known) {
            BigDecimal amount = number;
            for (BigDecimal large = Numerals.large(next()); large != null; large = Numerals.large(next())) {
                amount = amount.multiply(large);
                at++;
            }
            String power = next().equals("square") || next().equals("cubic") ? next() + " " : "";
            at += power.isEmpty() ? 0 : 1;
            Units.Unit unit = known;
            while (Units.behindNumber(next()) != null
                    && (unit == null || unit.measure().equals("degree"))) {
                unit = Units.behindNumber(next());
                at++;
            }
            if (unit == null) {
                at -= power.isEmpty() ? 0 : 1;
                return new Amount(Set.of(Numerals.plain(amount)), Set.of(), at - from + 1);
            }
            String points = unit.measure().equals("percent") && next().startsWith("point") ? " point" : "";
            String key = power + unit.measure() + points + " " + Numerals.plain(amount.multiply(unit.factor()));
            return new Amount(Set.of(key), Set.of(), at - from + 1);
        }
    }
}
