package io.agentkit.coerce;

/** A text that is one document, or several that commas or line ends keep apart. Not thread-safe. */
final class DamagedDocument {

    private final String text;
    private final JsonRepair repair;

    DamagedDocument(String text, JsonRepair repair) {
        this.text = text;
        this.repair = repair;
    }

    String read() {
        try {
            return read(new Source(text, false));
        } catch (EscapedText escaped) {
            return read(new Source(EscapedText.unescaped(text), true));
        }
    }

    private String read(Source source) {
        Parser parser = new Parser(source, repair, source.skip(0));
        value(source, parser);
        boolean several = false;
        boolean apart = false;
        int next = source.space(parser.at);
        while (next < source.length) {
            apart |= source.hasLineEnd(parser.at, next);
            int after = pastRemains(source, next);
            if (after > next) {
                apart |= source.at(next) == ',';
            } else if (apart) {
                parser.out().add(',');
                parser.at = next;
                value(source, parser);
                several = true;
                apart = false;
                after = parser.at;
            } else {
                throw new NotRepairable(RepairedJson.Reason.UNEXPECTED_TEXT, next);
            }
            next = source.space(after);
        }
        return several ? "[" + parser.out() + "]" : parser.out().toString();
    }

    /** After a comment, or what a document may leave behind: a comma, brackets that nothing opened, a fence, a quote. */
    private static int pastRemains(Source source, int at) {
        int c = source.at(at);
        if (c == ','
                || c == '}'
                || c == ']'
                || c == ';'
                || (Chars.isQuote(c) && source.ahead(at + 1) == source.length)) {
            return at + 1;
        }
        return source.isFence(at) ? source.fenceEnd(at) : source.comment(at);
    }

    private static void value(Source source, Parser parser) {
        if (!parser.value(Place.TOP)) {
            RepairedJson.Reason reason = parser.at >= source.length
                    ? RepairedJson.Reason.NOTHING_FOUND
                    : RepairedJson.Reason.UNEXPECTED_TEXT;
            throw new NotRepairable(reason, parser.at);
        }
    }
}
