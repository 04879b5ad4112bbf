package io.agentkit.detect;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Stretches of base64 or of hexadecimal digits, found without looking at most characters, and what they say when it is text. Takes linear
 * time.
 */
final class Encoded {

    /** Shorter stretches hold no attack; longer words than this are rare. */
    private static final int SHORTEST = 16;

    /** How much of it has to be text before the rest is decoded. */
    private static final int PROBE = 24;

    private static final byte[] VALUE = values();

    private Encoded() {}

    /**
     * @param text what it says
     * @param encoding how it was written
     * @param start where it begins
     */
    record Stretch(String text, String encoding, int start) {}

    /** Where the next stretch begins; -1 when there is none. */
    static int next(String text, int from) {
        int begin = from;
        int at = from + SHORTEST - 1;
        while (at < text.length()) {
            int back = at;
            while (back >= begin && isDigit(text.charAt(back))) {
                back--;
            }
            if (back < begin) {
                return begin;
            }
            begin = back + 1;
            at = back + SHORTEST;
        }
        return -1;
    }

    /** Where a stretch ends; lines of one stretch count as one. */
    static int end(String text, int start) {
        int at = start;
        while (at < text.length()) {
            char character = text.charAt(at);
            boolean broken = (character == '\n' || character == '\r') && at - start >= SHORTEST;
            if (!isDigit(character) && !(broken && goesOn(text, at))) {
                break;
            }
            at++;
        }
        return at;
    }

    private static boolean goesOn(String text, int lineEnd) {
        int at = lineEnd + 1;
        if (at < text.length() && text.charAt(at) == '\n') {
            at++;
        }
        int line = at;
        while (at < text.length() && at - line < SHORTEST && isDigit(text.charAt(at))) {
            at++;
        }
        return at - line == SHORTEST;
    }

    private static boolean isDigit(char character) {
        return character < 128 && VALUE[character] >= 0;
    }

    /** What the stretch says; null when it is no text. */
    static @Nullable Stretch read(String text, int start, int end) {
        String said = decoded(text, start, end, true);
        if (said != null) {
            return new Stretch(said, "hex", start);
        }
        said = decoded(text, start, end, false);
        return said == null ? null : new Stretch(said, "base64", start);
    }

    private static @Nullable String decoded(String text, int start, int end, boolean hex) {
        byte[] probe = new byte[PROBE];
        int probed = decode(text, start, end, hex, probe);
        if (probed < SHORTEST / 2 || !isText(probe, probed)) {
            return null;
        }
        if (probed < PROBE) {
            return new String(probe, 0, probed, StandardCharsets.UTF_8);
        }
        byte[] all = new byte[end - start];
        int size = decode(text, start, end, hex, all);
        return size < probed ? null : new String(all, 0, size, StandardCharsets.UTF_8);
    }

    /** How many bytes the digits give until they end or the bytes are full; -1 when they are none. */
    private static int decode(String text, int start, int end, boolean hex, byte[] into) {
        int bits = hex ? 4 : 6;
        int size = 0;
        int held = 0;
        int have = 0;
        for (int at = start; at < end && size < into.length; at++) {
            char character = text.charAt(at);
            if (character == '=' || character == '\n' || character == '\r') {
                continue;
            }
            int value = hex ? Character.digit(character, 16) : VALUE[character];
            if (value < 0) {
                return -1;
            }
            held = (held << bits) | value;
            have += bits;
            if (have >= 8) {
                have -= 8;
                into[size++] = (byte) (held >> have);
            }
        }
        return size;
    }

    private static boolean isText(byte[] bytes, int size) {
        int printable = 0;
        int letters = 0;
        for (int i = 0; i < size; i++) {
            int value = bytes[i];
            printable += (value >= ' ' && value < 127) || value == '\n' || value == '\t' || value == '\r' ? 1 : 0;
            letters += Character.isLetter(value) || value == ' ' ? 1 : 0;
        }
        return printable * 10 >= size * 9 && letters * 2 >= size;
    }

    private static byte[] values() {
        byte[] values = new byte[128];
        Arrays.fill(values, (byte) -1);
        String digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        for (int i = 0; i < digits.length(); i++) {
            values[digits.charAt(i)] = (byte) i;
        }
        values['-'] = values['+'];
        values['_'] = values['/'];
        values['='] = 0;
        return values;
    }
}
