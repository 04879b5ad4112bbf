package io.agentkit.text;

/**
 * Characters that people do not see and machines read: zero-width characters, joiners, directional controls, tags, variation selectors,
 * fillers. They hide words from whoever looks for them, and texts from whoever reads them.
 */
public final class Invisible {

    private Invisible() {}

    /** Whether the character shows nothing and takes no room. Control characters such as line breaks are not meant. */
    public static boolean is(int codePoint) {
        if (codePoint < 0xAD) {
            return false;
        }
        if (Character.getType(codePoint) == Character.FORMAT) {
            return true;
        }
        return switch (codePoint) {
            case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x3164, 0xFFA0 -> true;
            default -> isVariation(codePoint) || (codePoint >= 0xE0000 && codePoint <= 0xE0FFF);
        };
    }

    private static boolean isVariation(int codePoint) {
        return codePoint >= 0xFE00 && codePoint <= 0xFE0F;
    }

    /** The text without such characters; the same object when it has none. */
    public static String strip(String text) {
        int first = indexIn(text);
        if (first < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length()).append(text, 0, first);
        text.codePoints()
                .skip(text.codePointCount(0, first))
                .filter(each -> !is(each))
                .forEach(out::appendCodePoint);
        return out.toString();
    }

    /** The text with such characters, and control characters, written as JSON writes them ({@code \}{@code u200b}), so that people see them. */
    public static String reveal(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(each -> {
            if (is(each) || Character.isISOControl(each)) {
                for (char unit : Character.toChars(each)) {
                    out.append("\\u").append(Integer.toHexString(0x10000 | unit), 1, 5);
                }
            } else {
                out.appendCodePoint(each);
            }
        });
        return out.toString();
    }

    private static int indexIn(String text) {
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            if (is(codePoint)) {
                return i;
            }
            i += Character.charCount(codePoint);
        }
        return -1;
    }
}
