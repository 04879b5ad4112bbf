package io.agentkit.detect;

import io.agentkit.text.Invisible;
import java.text.Normalizer;

/**
 * What a character stands for to a reader who does not mind how it is written. Compatibility forms (full-width, mathematical, circled),
 * accents, look-alikes of other scripts and case fall together, whatever the locale; invisible characters and combining marks are passed
 * over; white space, dashes and marks of emphasis are one space. Tables are made once.
 */
final class Folding {

    /** As if it were not there. */
    static final char SKIP = 0;

    /** Stands for several characters, such as a ligature: ask {@link #expand}. */
    static final char SEVERAL = 1;

    private static final char[] FOLDED = table();

    private Folding() {}

    static char of(char character) {
        return FOLDED[character];
    }

    static char of(int codePoint) {
        if (codePoint < 0x10000) {
            return FOLDED[codePoint];
        }
        if (Invisible.is(codePoint)) {
            return SKIP;
        }
        boolean letterLike =
                (codePoint >= 0x1D400 && codePoint <= 0x1D7FF) || (codePoint >= 0x1F100 && codePoint <= 0x1F1FF);
        return letterLike ? letterLike(codePoint) : '\uffff';
    }

    /** Mathematical letters decompose; those in black squares and the indicators of regions do not. */
    private static char letterLike(int codePoint) {
        if (codePoint >= 0x1F1E6 && codePoint <= 0x1F1FF) {
            return (char) ('a' + codePoint - 0x1F1E6);
        }
        if (codePoint >= 0x1F150 && codePoint < 0x1F150 + 26) {
            return (char) ('a' + codePoint - 0x1F150);
        }
        if (codePoint >= 0x1F170 && codePoint < 0x1F170 + 26) {
            return (char) ('a' + codePoint - 0x1F170);
        }
        return folded(codePoint);
    }

    /** What a character stands for that stands for several. */
    static String expand(int codePoint) {
        String text = decomposed(codePoint);
        StringBuilder folded = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            folded.append(plain(text.charAt(i)));
        }
        return folded.toString();
    }

    private static char[] table() {
        char[] table = new char[0x10000];
        for (int character = 0; character < table.length; character++) {
            table[character] = character < 0x80 ? plain((char) character) : folded(character);
        }
        Lookalikes.into(table);
        return table;
    }

    private static char folded(int codePoint) {
        if (Invisible.is(codePoint) || isMark(codePoint)) {
            return SKIP;
        }
        if (Character.isSpaceChar(codePoint) || Character.isWhitespace(codePoint)) {
            return ' ';
        }
        boolean asian = (codePoint >= 0x2E80 && codePoint < 0xA000) || (codePoint >= 0xAC00 && codePoint < 0xF900);
        boolean enclosed = codePoint >= 0x3200 && codePoint < 0x3400;
        if ((asian && !enclosed) || Character.getType(codePoint) == Character.UNASSIGNED) {
            // Nothing there decomposes to letters of ours but the enclosed ones.
            return (char) codePoint;
        }
        String text = decomposed(codePoint);
        if (text.length() == 1) {
            return plain(text.charAt(0));
        }
        boolean any = text.chars().anyMatch(each -> plain((char) each) < 0x80);
        return any ? SEVERAL : (char) Math.min(codePoint, 0xFFFF);
    }

    private static String decomposed(int codePoint) {
        String text = Normalizer.normalize(Character.toString(codePoint), Normalizer.Form.NFKD);
        StringBuilder base = new StringBuilder(text.length());
        text.codePoints().filter(each -> !isMark(each)).forEach(base::appendCodePoint);
        return base.toString();
    }

    private static boolean isMark(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.COMBINING_SPACING_MARK;
    }

    /** Emphasis, plus signs of forms and dashes part words as spaces do. */
    private static char plain(char character) {
        if (character >= 'A' && character <= 'Z') {
            return (char) (character + 'a' - 'A');
        }
        return switch (character) {
            case '\t', '\n', '\r', '\f', 0x0B, '*', '_', '~', '`', '-', '+' -> ' ';
            case 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212, 0x00B7, 0x2022 -> ' ';
            case 0x2018, 0x2019, 0x201B, 0x02BC, 0x00B4 -> '\'';
            case 0x201C, 0x201D, 0x201E, 0x00AB, 0x00BB -> '"';
            case 0x0130 -> 'i';
            default -> character < ' ' || character == 0x7F ? ' ' : character;
        };
    }
}
