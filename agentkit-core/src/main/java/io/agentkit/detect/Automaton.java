package io.agentkit.detect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * Finds literals in texts of any size in one pass over a dense table (Aho and Corasick), on folded characters. White space and case are
 * folded into the table, and so are digits that stand for letters ({@code 1gn0re}), so that an ordinary character costs two look-ups and
 * one comparison. Immutable and thread-safe.
 */
final class Automaton {

    private static final int WIDTH = 6;

    private static final int KINDS = 1 << WIDTH;

    /** Everything that no literal holds. */
    private static final int OTHER = 0;

    /** Has to be read by {@link Reading}. */
    private static final int RARE = KINDS - 1;

    private static final int PASSED_OVER = KINDS - 2;

    private static final String HELD = " abcdefghijklmnopqrstuvwxyz0123456789<>|[]#!(){}/:$@.,=?%\"'";

    private static final String DIGITS = "011345578@$!";

    private static final String LETTERS = "oileasstbasi";

    /** By character, its kind. */
    private static final byte[] KIND = kinds();

    /** By state and kind, the next state. Beyond {@link #states}: a rare character was met, and how to go on is behind it. */
    private final char[] next;

    private final int states;

    /** From this state on, a literal ends there. */
    private final int firstHit;

    /** By state from {@link #firstHit} on, the literals that end there. */
    private final int[][] found;

    private final int begin;

    Automaton(List<String> literals) {
        Trie trie = new Trie(literals);
        states = trie.size;
        int[] number = trie.numbered();
        firstHit = trie.firstHit;
        next = new char[states << WIDTH];
        found = new int[states - firstHit][];
        for (int state = 0; state < states; state++) {
            int row = number[state] << WIDTH;
            for (int kind = 0; kind < KINDS; kind++) {
                next[row | kind] = (char) number[trie.next[state][kind]];
            }
            next[row | PASSED_OVER] = (char) number[state];
            next[row | RARE] = (char) (states + number[state]);
            if (number[state] >= firstHit) {
                found[number[state] - firstHit] = trie.ends(state);
            }
        }
        begin = next[KIND[' ']];
    }

    /** The state at the beginning of a text, which counts as if a space stood before it. */
    int begin() {
        return begin;
    }

    /**
     * Reads on until a literal ends, a rare character is met or the text ends.
     *
     * @return the place in the upper half, the state behind it in the lower
     */
    long run(String text, int from, int state) {
        char[] table = next;
        byte[] kinds = KIND;
        int special = firstHit;
        int length = text.length();
        int current = state;
        for (int i = from; i < length; i++) {
            current = table[(current << WIDTH) | kinds[text.charAt(i)]];
            if (current >= special) {
                return ((long) i << 32) | current;
            }
        }
        return ((long) length << 32) | current;
    }

    /** The state after one folded character. */
    int step(int state, char folded) {
        return next[(state << WIDTH) | kindOf(folded)];
    }

    boolean isRare(int state) {
        return state >= states;
    }

    /** The state before the rare character. */
    int before(int state) {
        return state - states;
    }

    boolean isHit(int state) {
        return state >= firstHit;
    }

    int[] found(int state) {
        return found[state - firstHit];
    }

    private static int kindOf(char folded) {
        if (folded == Folding.SKIP) {
            return PASSED_OVER;
        }
        int kind = folded < 128 ? HELD.indexOf(folded) : -1;
        return kind < 0 ? OTHER : kind + 1;
    }

    private static byte[] kinds() {
        byte[] kinds = new byte[0x10000];
        for (int character = 0; character < kinds.length; character++) {
            char folded = Folding.of((char) character);
            boolean rare = character == '\\'
                    || character == '%'
                    || character == '&'
                    || folded == Folding.SEVERAL
                    || Character.isSurrogate((char) character)
                    || Hidden.isSuspect(character);
            kinds[character] = (byte) (rare ? RARE : kindOf(folded));
        }
        return kinds;
    }

    /** The literals as a tree of states, before its states are put in order. */
    private static final class Trie {

        private final List<int[]> rows = new ArrayList<>();
        private final List<BitSet> ending = new ArrayList<>();
        private final List<Boolean> spaced = new ArrayList<>();
        private final int[][] next;
        private final int size;
        private int firstHit;

        Trie(List<String> literals) {
            state();
            for (int i = 0; i < literals.size(); i++) {
                int state = 0;
                for (char character : literals.get(i).toCharArray()) {
                    state = child(state, kindOf(character), character == ' ');
                }
                ending.get(state).set(i);
            }
            child(0, kindOf(' '), true);
            next = rows.toArray(int[][]::new);
            size = next.length;
            complete();
        }

        private int state() {
            int[] row = new int[KINDS];
            rows.add(row);
            ending.add(new BitSet());
            spaced.add(false);
            return rows.size() - 1;
        }

        private int child(int state, int kind, boolean space) {
            int child = rows.get(state)[kind];
            if (child == 0) {
                child = state();
                rows.get(state)[kind] = child;
                spaced.set(child, space);
            }
            return child;
        }

        /** Where no literal goes on, the longest end that begins one does. */
        private void complete() {
            int[] behind = new int[size];
            Deque<Integer> open = new ArrayDeque<>(List.of(0));
            while (!open.isEmpty()) {
                int state = open.poll();
                int[] own = next[state].clone();
                ending.get(state).or(ending.get(behind[state]));
                for (int kind = 0; kind < KINDS; kind++) {
                    int fallback = state == 0 ? 0 : next[behind[state]][kind];
                    if (own[kind] == 0) {
                        next[state][kind] = fallback;
                    } else {
                        behind[own[kind]] = fallback;
                        open.add(own[kind]);
                    }
                }
                readDigitsAsLetters(next[state], own);
                if (spaced.get(state)) {
                    next[state][kindOf(' ')] = state;
                }
            }
        }

        private static void readDigitsAsLetters(int[] row, int[] own) {
            for (int i = DIGITS.length() - 1; i >= 0; i--) {
                int digit = kindOf(DIGITS.charAt(i));
                int letter = own[kindOf(LETTERS.charAt(i))];
                if (own[digit] == 0 && letter != 0) {
                    row[digit] = letter;
                }
            }
        }

        /** By state its number: those where literals end come last. */
        int[] numbered() {
            int[] number = new int[size];
            int count = 0;
            for (int pass = 0; pass < 2; pass++) {
                for (int state = 0; state < size; state++) {
                    if (ending.get(state).isEmpty() == (pass == 0)) {
                        number[state] = count++;
                    }
                }
                firstHit = pass == 0 ? count : firstHit;
            }
            return number;
        }

        int[] ends(int state) {
            return ending.get(state).stream().toArray();
        }
    }
}
