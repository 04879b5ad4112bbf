package io.agentkit.egress;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Brings the text of a host into the form in which names are compared: percent-encoding undone, compatibility forms composed, lower case,
 * every dot a full stop, as UTS 46 has it. {@link java.net.IDN} stops at Unicode 3.2 and at IDNA2003, so it is not used.
 */
final class HostText {

    /** 253 characters of a name, each of up to four bytes, each of three characters. */
    private static final int LONGEST = 253 * 4 * 3;

    /** What IDNA2003 and UTS 46 both drop: what is seen is the same name without it. */
    private static final String DROPPED = "\u00ad\u200b\u2060\ufeff";

    /** What looks like nothing, and is neither dropped by all nor allowed. */
    private static final String BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0";

    private HostText() {}

    /** The host in that form; dots and all characters that no host has are still to be judged. */
    static String of(String raw) {
        if (raw.length() > LONGEST) {
            throw UnreadableUrlException.malformed("its host is too long");
        }
        String decoded = raw.indexOf('%') >= 0 ? decode(raw) : raw;
        return isAscii(decoded) ? decoded.toLowerCase(Locale.ROOT) : composed(decoded);
    }

    static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    /** Digits of all scripts as plain ones: some clients read numbers of addresses in any script. */
    static String withPlainDigits(String host) {
        if (isAscii(host)) {
            return host;
        }
        StringBuilder out = new StringBuilder(host.length());
        host.codePoints().forEach(c -> {
            int type = Character.getType(c);
            int value = type == Character.DECIMAL_DIGIT_NUMBER || type == Character.OTHER_NUMBER
                    ? Character.getNumericValue(c)
                    : -1;
            out.appendCodePoint(value >= 0 && value <= 9 ? '0' + value : c);
        });
        return out.toString();
    }

    /** The same host to a client of IDNA2003 or of UTS 46's transitional mapping, which changes four characters that others keep. */
    static String transitional(String host) {
        return isAscii(host)
                ? host
                : host.replace("ß", "ss")
                        .replace('ς', 'σ')
                        .replace("\u200c", "")
                        .replace("\u200d", "");
    }

    private static String composed(String text) {
        StringBuilder lower = new StringBuilder(text.length());
        Normalizer.normalize(text, Normalizer.Form.NFKC).codePoints().forEach(c -> append(lower, c));
        return Normalizer.normalize(lower, Normalizer.Form.NFKC).replace('\u3002', '.');
    }

    private static void append(StringBuilder out, int c) {
        boolean variation = c >= 0xfe00 && c <= 0xfe0f;
        if (variation || DROPPED.indexOf(c) >= 0) {
            return;
        }
        if (isHidden(c)) {
            throw UnreadableUrlException.malformed("its host holds characters that are not seen");
        }
        // One by one: at the end of a word, Java makes another small sigma than IDNA does.
        out.append(Character.toString(c).toLowerCase(Locale.ROOT));
    }

    private static boolean isHidden(int c) {
        if (c == 0x200c || c == 0x200d) {
            return false;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> BLANK.indexOf(c) >= 0 || (c >= 0xe0100 && c <= 0xe01ef) || (c >= 0x180b && c <= 0x180f);
        };
    }

    private static String decode(String raw) {
        ByteBuffer bytes = ByteBuffer.allocate(raw.length() * 4);
        try {
            for (int i = 0; i < raw.length(); i++) {
                if (raw.charAt(i) == '%') {
                    bytes.put((byte) HexFormat.fromHexDigits(raw, i + 1, i + 3));
                    i += 2;
                } else {
                    int c = raw.codePointAt(i);
                    bytes.put(Character.toString(c).getBytes(StandardCharsets.UTF_8));
                    i += Character.charCount(c) - 1;
                }
            }
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (IllegalArgumentException | IndexOutOfBoundsException | CharacterCodingException unreadable) {
            throw UnreadableUrlException.malformed("its host is not encoded rightly");
        }
    }
}
