package io.agentkit.safety;

import io.agentkit.text.Invisible;
import java.text.Normalizer;

/**
 * What a character stands for to a reader who does not mind how it is written: one of the small letters {@code a} to {@code z}, a space, or
 * something else. Compatibility forms (full-width, mathematical, circled), accents and case fall together, whatever the locale; invisible
 * characters and combining marks are passed over. Tables are made once.
 */
final class Folding {

    /** Something else: ends a word. */
    static final byte OTHER = 0;

    /** Letters are 1 to 26. */
    static final byte SPACE = 27;

    /** As if it were not there. */
    static final byte SKIP = 28;

    /** How many kinds there are that matter to a reader. */
    static final int KINDS = 28;

    /** Stands for several letters, such as a ligature: ask {@link #expand}. */
    static final byte SEVERAL = 29;

    private static final byte[] BASIC = table();

    private Folding() {}

    static byte of(char character) {
        return BASIC[character];
    }

    /** For characters outside the basic plane. */
    static byte of(int codePoint) {
        if (Invisible.is(codePoint)) {
            return SKIP;
        }
        boolean letterLike =
                (codePoint >= 0x1D400 && codePoint <= 0x1D7FF) || (codePoint >= 0x1F100 && codePoint <= 0x1F1FF);
        return letterLike ? folded(codePoint) : OTHER;
    }

    /** The letters and spaces that a character stands for together. */
    static byte[] expand(int codePoint) {
        String text = decomposed(codePoint);
        byte[] kinds = new byte[text.length()];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = plain(text.charAt(i));
        }
        return kinds;
    }

    private static byte[] table() {
        byte[] table = new byte[0x10000];
        for (int character = 0; character < table.length; character++) {
            table[character] = character < 0x80 ? plain((char) character) : folded(character);
        }
        return table;
    }

    private static byte folded(int codePoint) {
        if (Invisible.is(codePoint) || isMark(codePoint)) {
            return SKIP;
        }
        if (Character.isSpaceChar(codePoint) || Character.isWhitespace(codePoint)) {
            return SPACE;
        }
        if ((codePoint >= 0x2E80 && codePoint < 0xF900) || Character.getType(codePoint) == Character.UNASSIGNED) {
            // Scripts of Asia, surrogates, private use: nothing there decomposes to letters of ours but what stands
            // below.
            return isEnclosed(codePoint) ? several(codePoint) : OTHER;
        }
        return several(codePoint);
    }

    /** Enclosed letters and squared words. */
    private static boolean isEnclosed(int codePoint) {
        return codePoint >= 0x3200 && codePoint < 0x3400;
    }

    private static byte several(int codePoint) {
        String text = decomposed(codePoint);
        if (text.length() == 1) {
            return plain(text.charAt(0));
        }
        boolean any = false;
        for (int i = 0; i < text.length(); i++) {
            any |= plain(text.charAt(i)) != OTHER;
        }
        return any ? SEVERAL : OTHER;
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

    /** Emphasis and hyphens part words as spaces do; the dotless and the dotted i of Turkish are an i. */
    private static byte plain(char character) {
        if (character >= 'a' && character <= 'z') {
            return (byte) (character - 'a' + 1);
        }
        if (character >= 'A' && character <= 'Z') {
            return (byte) (character - 'A' + 1);
        }
        return switch (character) {
            case ' ', '\t', '\n', '\r', '\f', 0x0B, '*', '_', '~', '`', '-', 0x2010, 0x2011 -> SPACE;
            case 0x0131, 0x0130 -> (byte) ('i' - 'a' + 1);
            default -> OTHER;
        };
    }
}
