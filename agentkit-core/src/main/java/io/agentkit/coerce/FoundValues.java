package io.agentkit.coerce;

import java.util.ArrayList;
import java.util.List;

/** The objects and arrays in a model's answer. Not thread-safe. */
final class FoundValues {

    private final String text;
    private final JsonRepair repair;
    private final List<String> values = new ArrayList<>();

    /** How many characters may still be read for values that turn out to be damaged, which are then read again. */
    private long strictly;

    FoundValues(String text, JsonRepair repair) {
        this.text = text;
        this.repair = repair;
        this.strictly = 2L * text.length();
    }

    List<String> read() {
        int from = Thoughts.end(text);
        read(new Source(text, false), from);
        return values;
    }

    private void read(Source source, int from) {
        int first = source.skip(from);
        int at = source.at(first) == '(' ? first : opener(source, from);
        while (at < source.length) {
            int end = strictEnd(source, at);
            if (end > at) {
                values.add(source.text.substring(at, end));
            } else {
                Parser parser = new Parser(source, repair, at);
                try {
                    parser.value(Place.TOP);
                } catch (EscapedText escaped) {
                    String plain = EscapedText.unescaped(source.text.substring(at));
                    read(new Source(plain, true), 0);
                    return;
                }
                if (parser.out().length() > 0) {
                    values.add(parser.out().toString());
                }
                end = Math.max(parser.at, at + 1);
            }
            at = opener(source, end);
        }
    }

    private static int opener(Source source, int from) {
        int at = from;
        while (at < source.length && source.at(at) != '{' && source.at(at) != '[') {
            at++;
        }
        return at;
    }

    /** Where a value that needs no repair ends; the offset itself when it needs some. */
    private int strictEnd(Source source, int at) {
        if (strictly <= 0) {
            return at;
        }
        int end = StrictJson.end(source.text, at);
        if (end < 0) {
            strictly -= ~end - at;
            return at;
        }
        Closing closing = new Closing(source, new Nesting());
        return source.at(at) == '{' && ObjectParser.goesOn(source, closing, end) ? at : end;
    }

    /** One value for all that were found. */
    static String together(List<String> found) {
        if (found.isEmpty()) {
            throw new NotRepairable(RepairedJson.Reason.NOTHING_FOUND, 0);
        }
        List<String> full = found.stream().filter(value -> !isEmpty(value)).toList();
        if (full.isEmpty()) {
            return found.get(0);
        }
        boolean arrays = full.stream().allMatch(value -> value.startsWith("["));
        return full.size() == 1 || arrays ? full.get(full.size() - 1) : full.toString();
    }

    private static boolean isEmpty(String value) {
        return value.equals("{}") || value.equals("[]");
    }
}
