package io.agentkit.cache.semantic;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Months, days and parts of the day. Immutable. */
final class CalendarWords {

    private static final Map<String, String> WORDS = new HashMap<>();

    /** Months and days that are other words, too, unless a number or a capital says what they are. */
    private static final Set<String> AMBIGUOUS = Set.of("may", "march", "august");

    private static final Set<String> WHOLE = Set.of("may", "june", "july", "noon", "sept", "tues");

    static {
        String months =
                "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept|october oct"
                        + "|november nov|december dec";
        String days =
                "monday mon|tuesday tue tues|wednesday wed|thursday thu thur thurs|friday fri|saturday sat|sunday sun";
        put("month ", months);
        put("day ", days);
        for (String word :
                "today tomorrow yesterday tonight weekend weekday morning afternoon evening night noon midnight summer winter autumn spring easter christmas"
                        .split(" ")) {
            WORDS.put(word, word);
        }
        WORDS.put("noon", "time 12:00");
        WORDS.put("midday", "time 12:00");
        WORDS.put("midnight", "time 00:00");
    }

    private CalendarWords() {}

    private static void put(String kind, String names) {
        String[] each = names.split("\\|");
        for (int i = 0; i < each.length; i++) {
            for (String name : each[i].split(" ")) {
                WORDS.put(name, kind + (i + 1));
            }
        }
    }

    /** What the word says of the calendar; null for nothing. */
    static @Nullable String find(Token token, boolean besideNumber) {
        String word = token.lower();
        String found = WORDS.get(word);
        if (found == null && word.length() > 5 && word.endsWith("s")) {
            found = WORDS.get(word.substring(0, word.length() - 1));
        }
        boolean capital = Character.isUpperCase(token.text().charAt(0)) && !token.opens();
        boolean unclear = (AMBIGUOUS.contains(word) && !capital) || (word.length() < 5 && !WHOLE.contains(word));
        return found != null && unclear && !besideNumber ? null : found;
    }

    static String time(int hour, String minute) {
        return (hour < 10 ? "time 0" : "time ") + hour + ":" + minute;
    }

    static String month(int number) {
        return "month " + number;
    }
}
