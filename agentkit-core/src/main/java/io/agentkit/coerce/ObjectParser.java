package io.agentkit.coerce;

/** Reads one damaged object. Not thread-safe. */
final class ObjectParser {

    private final Parser parser;
    private final Source source;
    private final Output out;
    private final Nesting nesting;

    /** Where the object begins in the output. */
    private int start;

    private int properties;

    /** Entries without a value, as long as there are no properties: a set of another language. */
    private int elements;

    /** Where the value of the last property begins in the output. */
    private int lastValue;

    private boolean implicit;

    ObjectParser(Parser parser, Source source, Output out, Nesting nesting) {
        this.parser = parser;
        this.source = source;
        this.out = out;
        this.nesting = nesting;
    }

    void read(boolean inArray) {
        nesting.enter(parser.at);
        start = out.length();
        out.add('{');
        parser.at++;
        nesting.objects++;
        int end = entries(inArray);
        nesting.objects--;
        close(end, inArray);
    }

    /** Goes on with an object without braces whose first name is written; a colon is next. */
    void readOn(int begin) {
        nesting.enter(parser.at);
        start = begin;
        implicit = true;
        parser.at++;
        if (!property()) {
            out.cut(begin + 1);
        }
        entries(true);
        out.add('}');
    }

    private void close(int end, boolean inArray) {
        if (end == REPLACED) {
            return;
        }
        if (elements > 0 && end == '}') {
            out.set(start, '[');
            out.add(']');
            return;
        }
        if (elements > 0) {
            out.cut(start + 1);
        }
        if (properties == 0 && end == ']' && inArray && !parser.isDocument()) {
            out.cut(start);
        } else {
            out.add('}');
        }
    }

    private static final int REPLACED = -2;

    /** Returns what ended the object: a bracket, {@link #REPLACED}, or a negative number for the end of the text. */
    private int entries(boolean inArray) {
        while (true) {
            parser.at = source.skip(parser.at);
            int c = source.at(parser.at);
            if (c < 0) {
                return c;
            }
            if (c == ',') {
                if (implicit && !isProperty(source.ahead(parser.at + 1))) {
                    return c;
                }
                parser.at++;
            } else if (c == '}') {
                if (ends()) {
                    return c;
                }
            } else if (c == ']' || c == ')') {
                if (!implicit && !parser.endsHere(c)) {
                    parser.at++;
                }
                return c;
            } else if (c == ':') {
                if (parser.isDocument()) {
                    throw new NotRepairable(RepairedJson.Reason.UNEXPECTED_TEXT, parser.at);
                }
                parser.at++;
            } else if (c == '{') {
                if (properties == 0 && elements == 0 && !(inArray && parser.isDocument())) {
                    replace();
                    return REPLACED;
                }
                if (inArray) {
                    return ']';
                }
                parser.at++;
            } else if (c == '[') {
                furtherArray();
            } else if (source.isFence(parser.at)) {
                parser.at = source.fenceEnd(parser.at);
            } else if (!parser.ellipsis()) {
                entry();
            }
        }
    }

    private boolean isProperty(int at) {
        return Chars.isQuote(source.at(at)) && parser.closing().isKey(at, true);
    }

    /** Whether the brace ends the object. The outermost one may go on after it, if it was closed too early. */
    private boolean ends() {
        if (implicit) {
            boolean own = nesting.objects == 0 || source.at(source.ahead(parser.at + 1)) == ']';
            parser.at += own ? 1 : 0;
            return true;
        }
        parser.at++;
        return parser.isDocument()
                || nesting.objects > 1
                || nesting.arrays > 0
                || !goesOn(source, parser.closing(), parser.at);
    }

    /** Whether further properties follow the end of the outermost object. */
    static boolean goesOn(Source source, Closing closing, int at) {
        int comma = source.ahead(at);
        int name = source.ahead(comma + 1);
        return source.at(comma) == ',' && Chars.isQuote(source.at(name)) && closing.isKey(name, false);
    }

    /** An object right inside the braces stands for them. */
    private void replace() {
        out.cut(start);
        parser.value(Place.VALUE);
        parser.at = source.skip(parser.at);
        if (source.isFence(parser.at)) {
            parser.at = source.skip(source.fenceEnd(parser.at));
        }
        if (source.at(parser.at) == '}') {
            parser.at++;
        }
    }

    /** An array without a name goes on with the one before it. */
    private void furtherArray() {
        int mark = out.length();
        if (properties > 0 && out.endsWith(']')) {
            out.cut(mark - 1);
            parser.array('[', ']', lastValue);
        } else if (properties > 0) {
            parser.value(Place.ITEM);
            out.cut(mark);
        } else {
            out.separate(start);
            parser.value(Place.ITEM);
            elements++;
        }
    }

    private void entry() {
        int from = parser.at;
        int mark = out.length();
        out.separate(start);
        if (!parser.key()) {
            parser.at = Math.max(parser.at, from + 1);
            out.cut(mark);
            return;
        }
        parser.at = source.skip(parser.at);
        if (!takeColon() && !isValueWithoutColon()) {
            withoutValue(from, mark);
        } else if (elements > 0) {
            out.cut(start + 1);
            elements = 0;
            parser.at = from;
        } else if (!property()) {
            out.cut(mark);
        }
    }

    private boolean takeColon() {
        int c = source.at(parser.at);
        if (c == '=' && source.at(parser.at + 1) == '>') {
            parser.at += 2;
            return true;
        }
        if (c == ':' || c == '=') {
            parser.at++;
            return true;
        }
        return false;
    }

    private boolean isValueWithoutColon() {
        int c = source.at(parser.at);
        return c >= 0
                && c != ','
                && c != '}'
                && c != ']'
                && c != ')'
                && !source.isFence(parser.at)
                && !(Chars.isQuote(c)
                        && !parser.isDocument()
                        && parser.closing().isKey(parser.at, true));
    }

    private void withoutValue(int from, int mark) {
        if (parser.isDocument()) {
            out.add(":null");
            properties++;
        } else if (properties > 0) {
            out.cut(mark);
        } else {
            if (!Chars.isQuote(source.at(from))) {
                int end = parser.at;
                out.cut(mark);
                out.separate(start);
                parser.at = from;
                parser.value(Place.ITEM);
                parser.at = Math.max(parser.at, end);
            }
            elements++;
        }
    }

    /** Writes the value after a name. False when there is none, and the name is to go too. */
    private boolean property() {
        out.add(':');
        int mark = out.length();
        parser.at = source.skip(parser.at);
        if (!parser.value(Place.VALUE) || out.length() == mark) {
            out.cut(mark);
            if (!missing()) {
                return false;
            }
        }
        lastValue = mark;
        properties++;
        int next = source.ahead(parser.at);
        if (Chars.isQuote(source.at(next)) && parser.closing().isStray(next)) {
            parser.at = next + 1;
        }
        return true;
    }

    private boolean missing() {
        switch (parser.repair().missing()) {
            case NULL -> out.add("null");
            case EMPTY_STRING -> out.add("\"\"");
            case NOTHING -> {
                return false;
            }
        }
        return true;
    }
}
