package io.agentkit.detect;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A part of a text, folded, with runs of white space as one space, and where each character of it stands in the text. Bounded in size
 * however the text is written. Not thread-safe.
 */
final class Window implements CharSequence {

    /** How much longer a text may be than what it stands for: escapes, and what is passed over. */
    private static final int SLACK = 8;

    private final char[] characters;

    private final int[] places;

    private int length;

    private int start;

    private int end;

    private boolean digits;

    private @Nullable String whole;

    private Window(int size) {
        characters = new char[size + 1];
        places = new int[size + 1];
    }

    /**
     * @param before how much is wanted before the place
     * @param after how much is wanted behind it
     */
    static Window around(String text, int place, int before, int after) {
        int from = back(text, place, before);
        Window window = new Window(Math.min(before + after, 2 + 4 * (text.length() - from)));
        window.start = from;
        int limit = (int) Math.min(text.length(), (long) place + (long) SLACK * after);
        int behind = 0;
        int at = from;
        while (at < limit && behind < after && window.length < window.characters.length - 1) {
            int size = window.length;
            char character = text.charAt(at);
            boolean plain = character < 128 && character != '\\' && character != '%' && character != '&';
            long read = plain ? 0 : Reading.at(text, at);
            if (plain) {
                window.put(Folding.of(character), at);
            } else {
                window.add(Reading.character(read), Reading.codePoint(read), at);
            }
            behind += at > place ? window.length - size : 0;
            at += plain ? 1 : Reading.length(read);
        }
        window.end = Math.min(at, text.length());
        return window;
    }

    /** Goes back as far as so many characters reach at least, as an escape is several. */
    private static int back(String text, int place, int before) {
        int wanted = before;
        int at = place;
        int limit = Math.max(0, place - SLACK * before);
        while (at > limit && wanted > 0) {
            at--;
            char character = text.charAt(at);
            wanted += switch (character) {
                case '%' -> 2;
                case '\\' -> 5;
                case '&' -> 4;
                default -> Folding.of(character) == Folding.SKIP ? 0 : -1;
            };
        }
        return at > 0 && Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
    }

    private void add(char folded, int codePoint, int place) {
        if (folded == Folding.SEVERAL) {
            for (char each : Folding.expand(codePoint).toCharArray()) {
                put(each, place);
            }
        } else if (folded != Folding.SKIP) {
            put(folded, place);
        }
    }

    private void put(char folded, int place) {
        boolean again = folded == ' ' && length > 0 && characters[length - 1] == ' ';
        if (!again && length < characters.length) {
            digits |= (folded >= '0' && folded <= '9') || folded == '@' || folded == '$';
            characters[length] = folded;
            places[length] = place;
            length++;
        }
    }

    /** Where the character stands in the text. */
    int place(int index) {
        return places[Math.min(index, Math.max(0, length - 1))];
    }

    /** Which character of the window is the first that stands there or behind. */
    int index(int place) {
        int found = Arrays.binarySearch(places, 0, length, place);
        int index = found < 0 ? -found - 1 : found;
        while (index > 0 && places[index - 1] == place) {
            index--;
        }
        return index;
    }

    /** Whether it holds so much on each side of the place; less in front where nothing is wanted before {@code from}. */
    boolean covers(int textEnd, int from, int place, int before, int after) {
        int index = index(place);
        return (start <= from || index >= before) && index < length && (end >= textEnd || length - index > after);
    }

    /** Where the text goes on behind the window. */
    int end() {
        return end;
    }

    /** Whether it holds what may stand for letters. */
    boolean hasDigits() {
        return digits;
    }

    /** The window with digits that stand between letters read as letters. */
    String lettersForDigits(String digitsRead, String lettersRead) {
        StringBuilder out = new StringBuilder(length).append(characters, 0, length);
        for (int i = 0; i < length; i++) {
            int digit = digitsRead.indexOf(characters[i]);
            boolean beside = (i > 0 && isLetter(out.charAt(i - 1))) || (i + 1 < length && isLetter(characters[i + 1]));
            if (digit >= 0 && beside) {
                out.setCharAt(i, lettersRead.charAt(digit));
            }
        }
        return out.toString();
    }

    private static boolean isLetter(char character) {
        return character >= 'a' && character <= 'z';
    }

    @Override
    public char charAt(int index) {
        return characters[index];
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public CharSequence subSequence(int from, int to) {
        return new String(characters, from, to - from);
    }

    @Override
    public String toString() {
        if (whole == null) {
            whole = new String(characters, 0, length);
        }
        return whole;
    }
}
