package io.agentkit.detect;

import io.agentkit.text.BoundedText;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What to look for. Immutable.
 *
 * @param origins the texts it is for
 * @param literals every text that the pattern matches holds one of them, folded; empty where nobody knows any
 * @param pattern looked for in folded text around a literal
 * @param joined the same for words whose letters were apart; null for none
 * @param reach how far a match reaches to each side of its literal, in characters of the folded text, for what the application did not write
 * @param own whether the application wrote it: then it is looked for in the text as it was written, too, and with bounds
 */
record Rule(
        String id,
        Category category,
        Severity severity,
        Set<Origin> origins,
        List<String> literals,
        Pattern pattern,
        @Nullable Pattern joined,
        int reach,
        boolean own) {

    /** How often a pattern may read a character, all in all. */
    private static final long READS = 200;

    private static final long LEAST_READS = 50_000;

    /** Where it matches; -1 where it does not. */
    int in(CharSequence text) {
        return find(pattern, bounded(text));
    }

    /** Where it matches from one of these places on, as far as a word or a sign begins there; -1 where it does not. */
    int in(String text, int first, int last) {
        Matcher matcher = pattern.matcher(text).useTransparentBounds(true).useAnchoringBounds(false);
        for (int start = first; start <= last; start++) {
            boolean insideAWord = start > 0
                    && Character.isLetterOrDigit(text.charAt(start - 1))
                    && Character.isLetterOrDigit(text.charAt(start));
            if (!insideAWord && matcher.region(start, text.length()).lookingAt()) {
                return start;
            }
        }
        return -1;
    }

    boolean isInJoined(CharSequence text) {
        return joined != null && find(joined, bounded(text)) >= 0;
    }

    /** A pattern of the application that takes too long counts as found: who can slow it down must not pass for it. */
    private int find(Pattern sought, CharSequence text) {
        try {
            Matcher matcher = sought.matcher(text);
            return matcher.find() ? matcher.start() : -1;
        } catch (BoundedText.Exhausted | StackOverflowError tooLong) {
            return own ? 0 : -1;
        }
    }

    boolean isFor(Origin origin) {
        return origins.contains(origin);
    }

    Finding at(int offset) {
        return new Finding(id, category, severity, offset, "");
    }

    private static BoundedText bounded(CharSequence text) {
        return new BoundedText(text, Math.max(LEAST_READS, READS * text.length()));
    }
}
