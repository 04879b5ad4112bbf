package io.agentkit.safety;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * Finds phrases of small letters in texts of any size in one pass, however they are written: see {@link Folding}. JSON escapes are read as
 * what they stand for. A phrase has to begin and end with a word, or with its plural. Immutable and thread-safe.
 */
final class Phrases {

    private static final int NONE = -1;

    /** Longer than any phrase. */
    private static final int REMEMBERED = 64;

    private static final byte S = 's' - 'a' + 1;

    private final List<String> phrases;

    /** By state and kind of character, the state after it. */
    private final short[] next;

    /** By state, the phrase that ends there; {@link #NONE} for most. No phrase ends with another one. */
    private final short[] found;

    Phrases(List<String> phrases) {
        this.phrases = List.copyOf(phrases);
        int most = 1 + phrases.stream().mapToInt(String::length).sum();
        next = new short[most * Folding.KINDS];
        found = new short[most];
        Arrays.fill(found, (short) NONE);
        int states = 1;
        for (int i = 0; i < phrases.size(); i++) {
            int state = 0;
            for (int at = 0; at < phrases.get(i).length(); at++) {
                int edge = state * Folding.KINDS + Folding.of(phrases.get(i).charAt(at));
                if (next[edge] == 0) {
                    next[edge] = (short) states++;
                }
                state = next[edge];
            }
            found[state] = (short) i;
        }
        completeEdges();
    }

    /** Where no phrase goes on, the longest end that begins one does. */
    private void completeEdges() {
        short[] fallback = new short[found.length];
        Deque<Integer> open = new ArrayDeque<>(List.of(0));
        while (!open.isEmpty()) {
            int state = open.poll();
            for (int kind = 0; kind < Folding.KINDS; kind++) {
                int edge = state * Folding.KINDS + kind;
                int behind = state == 0 ? 0 : next[fallback[state] * Folding.KINDS + kind];
                if (next[edge] == 0) {
                    next[edge] = (short) behind;
                } else {
                    fallback[next[edge]] = (short) behind;
                    open.add((int) next[edge]);
                }
            }
        }
    }

    String phrase(int index) {
        return phrases.get(index);
    }

    /** Which phrases the text holds. */
    BitSet in(String text) {
        Pass pass = new Pass();
        int at = 0;
        while (at < text.length()) {
            char character = text.charAt(at);
            if (character == '\\') {
                at = pass.escaped(text, at);
            } else if (Character.isHighSurrogate(character)) {
                int codePoint = text.codePointAt(at);
                pass.read(Folding.of(codePoint), codePoint);
                at += Character.charCount(codePoint);
            } else {
                pass.read(Folding.of(character), character);
                at++;
            }
        }
        pass.take(Folding.OTHER);
        return pass.hits;
    }

    /** One reading of one text. */
    private final class Pass {

        private final BitSet hits = new BitSet(phrases.size());
        private final byte[] recent = new byte[REMEMBERED];
        private long count;
        private int state;
        private int ending = NONE;
        private boolean plural;

        /** Reads an escape of JSON; gives back where the text goes on. */
        int escaped(String text, int backslash) {
            char escape = backslash + 1 < text.length() ? text.charAt(backslash + 1) : 0;
            if (escape == 'u') {
                int unit = unit(text, backslash + 2);
                if (unit >= 0) {
                    return escapedUnit(text, backslash, (char) unit);
                }
            }
            boolean space = escape == 'n' || escape == 'r' || escape == 't' || escape == 'f' || escape == 'b';
            take(space ? Folding.SPACE : Folding.OTHER);
            return backslash + (space || escape == '\\' || escape == '"' ? 2 : 1);
        }

        private int escapedUnit(String text, int backslash, char unit) {
            int low = Character.isHighSurrogate(unit) && text.startsWith("\\u", backslash + 6)
                    ? unit(text, backslash + 8)
                    : -1;
            if (low >= 0 && Character.isLowSurrogate((char) low)) {
                int codePoint = Character.toCodePoint(unit, (char) low);
                read(Folding.of(codePoint), codePoint);
                return backslash + 12;
            }
            read(Folding.of(unit), unit);
            return backslash + 6;
        }

        private int unit(String text, int from) {
            if (from + 4 > text.length()) {
                return -1;
            }
            int value = 0;
            for (int i = from; i < from + 4; i++) {
                int digit = Character.digit(text.charAt(i), 16);
                if (digit < 0) {
                    return -1;
                }
                value = value * 16 + digit;
            }
            return value;
        }

        void read(byte kind, int codePoint) {
            if (kind == Folding.SEVERAL) {
                for (byte each : Folding.expand(codePoint)) {
                    take(each);
                }
            } else if (kind != Folding.SKIP) {
                take(kind);
            }
        }

        void take(byte kind) {
            if (kind == Folding.SPACE && count > 0 && recent[(int) ((count - 1) % REMEMBERED)] == kind) {
                return;
            }
            if (ending != NONE) {
                finish(kind);
            }
            recent[(int) (count++ % REMEMBERED)] = kind;
            state = next[state * Folding.KINDS + kind];
            int phrase = found[state];
            if (phrase != NONE && beginsWithAWord(phrases.get(phrase).length())) {
                ending = phrase;
                plural = false;
            }
        }

        private void finish(byte kind) {
            if (kind == Folding.OTHER || kind == Folding.SPACE) {
                hits.set(ending);
                ending = NONE;
            } else if (kind == S && !plural) {
                plural = true;
            } else {
                ending = NONE;
            }
        }

        private boolean beginsWithAWord(int length) {
            if (count == length) {
                return true;
            }
            byte before = recent[(int) ((count - length - 1) % REMEMBERED)];
            return before == Folding.OTHER || before == Folding.SPACE;
        }
    }
}
