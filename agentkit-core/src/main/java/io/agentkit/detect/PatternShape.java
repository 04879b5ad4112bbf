package io.agentkit.detect;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What can be told of an expression without running it: whether it repeats without bound what does so itself, and a literal that every
 * match has to hold.
 *
 * @param nests whether unbounded repetitions are nested
 * @param literal the longest literal that is there for certain, folded; empty when it is shorter than 4 characters
 */
record PatternShape(boolean nests, String literal) {

    private static final int SHORTEST = 4;

    static PatternShape of(String pattern) {
        return new Reader(pattern).read();
    }

    private static final class Reader {

        private final String pattern;
        private final Deque<Boolean> unboundedInside = new ArrayDeque<>();
        private final StringBuilder run = new StringBuilder();
        private String longest = "";
        private boolean nests;
        private boolean alternates;
        private int at;

        Reader(String pattern) {
            this.pattern = pattern;
            unboundedInside.push(false);
        }

        PatternShape read() {
            // Whether the group that was just closed repeats something without bound.
            boolean closedUnbounded = false;
            while (at < pattern.length()) {
                char character = pattern.charAt(at);
                if (isUnbounded(character) || character == '{' || character == '?') {
                    quantify(closedUnbounded);
                    closedUnbounded = false;
                    continue;
                }
                if (closedUnbounded) {
                    unboundedInside.pop();
                    unboundedInside.push(true);
                    closedUnbounded = false;
                }
                if (character == '(') {
                    open();
                } else if (character == ')') {
                    endRun(false);
                    at++;
                    closedUnbounded = unboundedInside.size() > 1 && unboundedInside.pop();
                } else {
                    atom(character);
                }
            }
            endRun(false);
            return new PatternShape(nests, alternates || longest.length() < SHORTEST ? "" : longest);
        }

        private void open() {
            endRun(false);
            unboundedInside.push(false);
            at++;
            if (at < pattern.length() && pattern.charAt(at) == '?') {
                at++;
                while (at < pattern.length()
                        && (Character.isLetter(pattern.charAt(at)) || "-<".indexOf(pattern.charAt(at)) >= 0)) {
                    // White space means nothing with this flag, so what follows is no literal.
                    alternates |= pattern.charAt(at) == 'x';
                    at++;
                }
                if (at < pattern.length() && pattern.charAt(at) != ')') {
                    at++;
                }
            }
        }

        private void quantify(boolean groupIsUnbounded) {
            char character = pattern.charAt(at);
            int end = at + 1;
            boolean unbounded = isUnbounded(character);
            if (character == '{') {
                int close = pattern.indexOf('}', at);
                end = close < 0 ? pattern.length() : close + 1;
                unbounded = close > 0 && pattern.charAt(close - 1) == ',';
            }
            endRun(true);
            nests |= groupIsUnbounded && character != '?';
            if (unbounded || groupIsUnbounded) {
                unboundedInside.pop();
                unboundedInside.push(true);
            }
            at = end;
            if (at < pattern.length() && (pattern.charAt(at) == '?' || pattern.charAt(at) == '+')) {
                at++;
            }
        }

        private static boolean isUnbounded(char character) {
            return character == '*' || character == '+';
        }

        private void atom(char character) {
            if (character == '[') {
                endRun(false);
                at = classEnd();
            } else if (character == '\\') {
                escape();
            } else {
                alternates |= character == '|' && unboundedInside.size() == 1;
                boolean plain = (Character.isLetter(character) && character < 128) || character == ' ';
                if (plain && unboundedInside.size() == 1) {
                    run.append(character);
                } else {
                    endRun(false);
                }
                at++;
            }
        }

        private void escape() {
            if (pattern.startsWith("\\Q", at)) {
                int end = pattern.indexOf("\\E", at);
                at = end < 0 ? pattern.length() : end + 2;
            } else {
                at += 2;
            }
            endRun(false);
        }

        private int classEnd() {
            int depth = 0;
            for (int i = at; i < pattern.length(); i++) {
                char character = pattern.charAt(i);
                if (character == '\\') {
                    i++;
                } else if (character == '[') {
                    depth++;
                } else if (character == ']' && i > at + 1 && --depth == 0) {
                    return i + 1;
                }
            }
            return pattern.length();
        }

        /** @param lastIsOptional whether the last character may be missing */
        private void endRun(boolean lastIsOptional) {
            int length = Math.max(0, run.length() - (lastIsOptional ? 1 : 0));
            StringBuilder folded = new StringBuilder(length);
            for (int i = 0; i < length; i++) {
                char character = Folding.of(run.charAt(i));
                if (character != ' ' || (!folded.isEmpty() && folded.charAt(folded.length() - 1) != ' ')) {
                    folded.append(character);
                }
            }
            String word = folded.toString().stripTrailing();
            if (word.length() > longest.length()) {
                longest = word;
            }
            run.setLength(0);
        }
    }
}
