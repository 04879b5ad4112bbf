package io.agentkit.cache.semantic;

import org.jspecify.annotations.Nullable;

/**
 * A word that carries meaning, where it stands.
 *
 * @param stem what it is compared by
 * @param form as it is written, in small letters
 * @param role the preposition before it that says what part it plays, such as {@code from}; null for none
 * @param part the part of the sentence it stands in, counted from the beginning
 * @param kind what it is
 */
record Word(String stem, String form, @Nullable String role, int part, Kind kind) {

    /** What a word is; all but plain ones are compared apart, too. */
    enum Kind {
        PLAIN,
        NAME,
        AMOUNT,
        CODE
    }

    boolean isPlain() {
        return kind == Kind.PLAIN;
    }

    /** Whether it can stand beside the noun that says what it is: the method x, the x method. */
    boolean isSymbol() {
        return kind == Kind.CODE || kind == Kind.AMOUNT;
    }
}
