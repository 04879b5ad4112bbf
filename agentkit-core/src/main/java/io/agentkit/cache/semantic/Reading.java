package io.agentkit.cache.semantic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a text says, as far as it has to be the same in two texts that mean the same. Not changed once it was read. */
final class Reading {

    /** Amounts, in the smallest unit of what they measure. */
    final Set<String> numbers = new HashSet<>();

    /** Units that stand without a number. */
    final Set<String> units = new HashSet<>();

    /** Months, days, times and parts of the day. */
    final Set<String> dates = new HashSet<>();

    /** Identifiers, options, paths, addresses, operators. */
    final Set<String> code = new HashSet<>();

    /** Words with a capital inside a sentence, in small letters. */
    final Set<String> names = new HashSet<>();

    /** Every word, as it is written and as a stem, in small letters. */
    final Set<String> all = new HashSet<>();

    /** Words that stand in both of two texts or in none. */
    final Set<String> decisive = new HashSet<>();

    /** For each axis of contraries the sides that are named. */
    final Map<Integer, Set<Integer>> poles = new HashMap<>();

    /** What carries meaning, in order. */
    final List<Word> words = new ArrayList<>();

    /** How often it says no. */
    int negations;

    /** Whether "by" says who acts, or "via" how. */
    boolean passive;

    private Reading() {}

    static Reading of(String text) {
        Reading reading = new Reading();
        new Reader(Token.of(text), reading).read();
        return reading;
    }

    /** The stems of plain words, without what is compared apart. */
    Set<String> plainStems() {
        Set<String> stems = new LinkedHashSet<>();
        for (Word word : words) {
            if (word.isPlain()) {
                stems.add(word.stem());
            }
        }
        return stems;
    }
}
