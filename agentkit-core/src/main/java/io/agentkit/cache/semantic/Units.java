package io.agentkit.cache.semantic;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Units of measure and money. Immutable. */
final class Units {

    /**
     * A unit.
     *
     * @param measure what it measures
     * @param factor how many of the measure's smallest unit it is
     */
    record Unit(String measure, BigDecimal factor) {

        /** What it is compared by where it stands without a number. */
        String key() {
            return measure + " " + Numerals.plain(factor);
        }

        boolean isTime() {
            return measure.equals("time") || measure.equals("month");
        }
    }

    private static final Map<String, Unit> ALWAYS = new HashMap<>();
    private static final Map<String, Unit> BEHIND_NUMBER = new HashMap<>();

    static {
        for (String line : Lexicon.lines("units.txt")) {
            String[] parts = line.split(": ", 2);
            for (String each : parts[1].split(", ")) {
                String[] written = each.strip().split(" ", 2);
                Unit unit = new Unit(parts[0].strip(), new BigDecimal(written[0]));
                String[] when = written[1].split("\\|", -1);
                put(ALWAYS, when[0], unit);
                put(BEHIND_NUMBER, when[0], unit);
                put(BEHIND_NUMBER, when.length > 1 ? when[1] : "", unit);
            }
        }
    }

    private Units() {}

    private static void put(Map<String, Unit> units, String written, Unit unit) {
        for (String each : written.strip().split(" ")) {
            if (!each.isEmpty()) {
                units.put(each, unit);
            }
        }
    }

    /** What a word is a unit of wherever it stands; null for none. */
    static @Nullable Unit find(String lower) {
        return ALWAYS.get(lower);
    }

    /** What a word is a unit of behind a number; null for none. */
    static @Nullable Unit behindNumber(String lower) {
        return BEHIND_NUMBER.get(lower);
    }

    static boolean isCurrency(char c) {
        return "$€£¥₹".indexOf(c) >= 0;
    }

    static boolean isUnit(String text) {
        return BEHIND_NUMBER.containsKey(text.toLowerCase(Locale.ROOT));
    }
}
