package io.agentkit;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tells a provider's word for an error from what else stands in its place: a sentence, or the key that it complains about. */
final class ProviderWord {

    /** Words and short numbers with a sign between two, as codes are made of: letters and digits in a row are rather a key. */
    private static final Pattern PLAIN = Pattern.compile(
            "(?:[A-Za-z]++|[A-Za-z]{1,12}+\\d{1,3}|\\d{1,6}[A-Za-z]{0,3})(?:[_.:-](?:[A-Za-z]++|[A-Za-z]{1,12}+\\d{1,3}|\\d{1,6}[A-Za-z]{0,3}))*");

    /** How keys begin. */
    private static final Pattern KEY =
            Pattern.compile("(?:sk|pk|rk|ak|key|ghp|gho|xox[a-z]|bearer|aiza[a-z]*|akia[a-z]*)[-_.:].*|aiza.*|akia.*");

    private static final int LONGEST = 300;

    /** More are a number of something: a card, an account, a date. */
    private static final int MOST_DIGITS = 6;

    private ProviderWord() {}

    /** The word; null when it is none. */
    static @Nullable String of(@Nullable String name) {
        if (name == null || name.length() > LONGEST || !PLAIN.matcher(name).matches()) {
            return null;
        }
        if (name.chars().filter(Character::isDigit).count() > MOST_DIGITS) {
            return null;
        }
        return KEY.matcher(name.toLowerCase(Locale.ROOT)).matches() ? null : name;
    }
}
