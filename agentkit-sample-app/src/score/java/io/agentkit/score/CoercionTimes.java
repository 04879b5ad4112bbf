package io.agentkit.score;

import io.agentkit.coerce.JsonRepair;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/** How long repairing takes: for usual texts, and for texts made to take long. */
final class CoercionTimes {

    private static final int SMALL = 1 << 20;

    private static final int LARGE = 10 * SMALL;

    /** Ten times the text may take this many times as long, since caches and collectors have their say too. */
    private static final double RATIO = 25;

    private CoercionTimes() {}

    /** Whether ten times the text never took much more than ten times as long. */
    static boolean print(PrintStream out) {
        usual(out, "valid", CoercionTimes::valid);
        usual(out, "single quotes, no commas", CoercionTimes::damaged);
        boolean linear = true;
        for (Map.Entry<String, IntFunction<String>> hostile : hostile().entrySet()) {
            for (JsonRepair repair : new JsonRepair[] {JsonRepair.document(), JsonRepair.reply()}) {
                repair.repair(hostile.getValue().apply(SMALL / 4));
                double small = millis(repair, hostile.getValue().apply(SMALL));
                double large = millis(repair, hostile.getValue().apply(LARGE));
                linear &= large < Math.max(small, 20) * RATIO;
                out.printf(
                        Locale.ROOT,
                        "%-28s %-8s 1 MB %8.1f ms, 10 MB %8.1f ms%n",
                        hostile.getKey(),
                        repair.scope(),
                        small,
                        large);
            }
        }
        return linear;
    }

    private static void usual(PrintStream out, String name, IntFunction<String> text) {
        String kilobyte = text.apply(1024);
        JsonRepair repair = JsonRepair.reply();
        long length = 0;
        for (int i = 0; i < 20_000; i++) {
            length += repair.repair(kilobyte).hashCode() & 1;
        }
        long start = System.nanoTime();
        for (int i = 0; i < 20_000; i++) {
            length += repair.repair(kilobyte).hashCode() & 1;
        }
        double micros = (System.nanoTime() - start) / 20_000 / 1000.0 * 1024 / kilobyte.length();
        out.printf(Locale.ROOT, "%-28s %.1f microseconds a KB%s%n", name, micros, length < 0 ? "!" : "");
    }

    private static double millis(JsonRepair repair, String text) {
        long start = System.nanoTime();
        repair.repair(text);
        return (System.nanoTime() - start) / 1e6;
    }

    private static String valid(int length) {
        return "[" + repeat("{\"name\": \"An item\", \"amount\": 12.50, \"tags\": [\"a\", \"b\"]}, ", length) + "0]";
    }

    private static String damaged(int length) {
        return "[" + repeat("{'name': 'An item' amount: 12.50 'tags': ['a' 'b']} ", length) + "0]";
    }

    private static Map<String, IntFunction<String>> hostile() {
        Map<String, IntFunction<String>> texts = new LinkedHashMap<>();
        for (String unit : new String[] {
            "[",
            "{",
            "(",
            "{\"a\":",
            "\"",
            "\"a ",
            "\",",
            "\"a\"b",
            "'",
            "\\",
            "\\\"",
            "`",
            "```",
            "/*",
            "\"/*",
            "/*\"/**/",
            "//",
            "#",
            " ",
            "\n",
            ":",
            ",",
            "[\"a,",
            "{\"a:b,",
            "{a:b c,",
            "{\"a\":\"x\"y,",
            "\"x\" y,z",
            "{\"",
            "{'a\":",
            "\u201C",
            "+\"",
            "a(",
            "<think>",
            "</think>",
            "{}",
            "[1} "
        }) {
            texts.put(unit.replace("\n", "\\n"), length -> repeat(unit, length));
            texts.put("{\"a\": \"" + unit.replace("\n", "\\n"), length -> "{\"a\": \"" + repeat(unit, length));
            texts.put("[\"a\", " + unit.replace("\n", "\\n"), length -> "[\"a\", " + repeat(unit, length) + "x");
        }
        return texts;
    }

    private static String repeat(String unit, int length) {
        return unit.repeat(Math.max(1, length / unit.length()));
    }
}
