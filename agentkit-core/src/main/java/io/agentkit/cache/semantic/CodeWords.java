package io.agentkit.cache.semantic;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Tells what is written for machines from words: options, identifiers, paths, addresses, operators, versions. */
final class CodeWords {

    private static final String MARKS = "_\\=()@#${}<>*^+&|%~[]/:";

    private CodeWords() {}

    /** What the token is compared by; null when it is a word. */
    static @Nullable String of(String text) {
        if (text.length() == 1 && "-–&/…".indexOf(text.charAt(0)) >= 0) {
            return "";
        }
        boolean letters = false;
        boolean digits = false;
        boolean marks = false;
        boolean points = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            letters |= Character.isLetter(c);
            digits |= c >= '0' && c <= '9';
            marks |= MARKS.indexOf(c) >= 0;
            points |= c == '.' && i > 0 && i < text.length() - 1;
        }
        if (text.contains("://") || (letters && text.indexOf('@') > 0)) {
            return text.toLowerCase(Locale.ROOT);
        }
        if (marks || (text.charAt(0) == '-' && letters) || (!letters && !digits && text.charAt(0) < 128)) {
            return text.endsWith("()") ? text.substring(0, text.length() - 2) : text;
        }
        if (points && !isAbbreviation(text)) {
            return text.toLowerCase(Locale.ROOT);
        }
        return digits ? text.toLowerCase(Locale.ROOT) : null;
    }

    /** Single letters with points between: e.g, U.S, a.m. */
    private static boolean isAbbreviation(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (i % 2 == 0 ? !Character.isLetter(text.charAt(i)) : text.charAt(i) != '.') {
                return false;
            }
        }
        return true;
    }
}
