package io.agentkit.score;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/** Ways to write an attack so that who looks for words does not see them. */
final class Evasions {

    private static final String LETTERS = "aceiopsxyhdntukvmg";

    private static final String LOOKALIKES = "асеіорѕхуһԁոтυкνмց";

    private static final String LEET = "iaeost";

    private static final String DIGITS = "143057";

    private Evasions() {}

    static Map<String, UnaryOperator<String>> all() {
        Map<String, UnaryOperator<String>> all = new LinkedHashMap<>();
        all.put("upper case", text -> text.toUpperCase(Locale.ROOT));
        all.put("line breaks", text -> text.replace(' ', '\n'));
        all.put("zero width", text -> each(text, point -> Character.toString(point) + "\u200b"));
        all.put("soft hyphens", text -> each(text, point -> Character.toString(point) + "\u00ad"));
        all.put("tags", text -> each(text, point -> Character.toString(point < 127 ? 0xE0000 + point : point)));
        all.put("look-alikes", text -> swapped(text.toLowerCase(Locale.ROOT), LETTERS, LOOKALIKES));
        all.put(
                "full width",
                text -> each(text, point -> Character.toString(point > ' ' && point < 127 ? point + 0xFEE0 : point)));
        all.put("mathematical", text -> each(text, Evasions::bold));
        all.put(
                "accents",
                text -> each(text, point -> Character.toString(point) + (Character.isLetter(point) ? "\u0301" : "")));
        all.put("apart", text -> each(text, point -> Character.toString(point) + " "));
        all.put(
                "apart by dots",
                text -> each(
                        text,
                        point -> Character.isLetter(point)
                                ? Character.toString(point) + "."
                                : Character.toString(point)));
        all.put("digits", text -> swapped(text, LEET, DIGITS));
        all.put("base64", text -> Base64.getEncoder().encodeToString(bytes(text)));
        all.put(
                "base64 twice",
                text -> Base64.getEncoder().encodeToString(Base64.getEncoder().encode(bytes(text))));
        all.put("hex", text -> HexFormat.of().formatHex(bytes(text)));
        all.put("hex, apart", text -> HexFormat.ofDelimiter(" ").formatHex(bytes(text)));
        all.put("percent", text -> URLEncoder.encode(text, StandardCharsets.UTF_8));
        all.put("HTML entities", text -> each(text, "&#%d;"::formatted));
        all.put(
                "JSON escapes",
                text -> each(text, point -> point < 0x10000 ? "\\u%04x".formatted(point) : Character.toString(point)));
        all.put("rot13", text -> each(text, point -> Character.toString(rotated(point))));
        all.put("backwards", text -> new StringBuilder(text).reverse().toString());
        return all;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String each(String text, IntFunction<String> written) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(point -> out.append(written.apply(point)));
        return out.toString();
    }

    private static String swapped(String text, String from, String to) {
        return each(text, point -> {
            int index = from.indexOf(point);
            return index < 0 ? Character.toString(point) : Character.toString(to.charAt(index));
        });
    }

    private static String bold(int point) {
        if (point >= 'a' && point <= 'z') {
            return Character.toString(0x1D41A + point - 'a');
        }
        return Character.toString(point >= 'A' && point <= 'Z' ? 0x1D400 + point - 'A' : point);
    }

    private static int rotated(int point) {
        int first = point >= 'a' && point <= 'z' ? 'a' : 'A';
        boolean letter = point >= first && point < first + 26;
        return letter ? first + (point - first + 13) % 26 : point;
    }
}
