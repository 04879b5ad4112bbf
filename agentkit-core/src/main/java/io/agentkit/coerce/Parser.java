package io.agentkit.coerce;

/**
 * Reads a damaged value and writes a valid one. Goes forward only, and never deeper than {@link JsonRepair#MAX_DEPTH}. Not thread-safe.
 */
final class Parser {

    private final Source source;
    private final JsonRepair repair;
    private final boolean document;
    private final Nesting nesting = new Nesting();
    private final Output out;
    private final Scalars scalars;
    private final PlainText plain;
    int at;

    Parser(Source source, JsonRepair repair, int at) {
        this.source = source;
        this.repair = repair;
        this.document = repair.scope() == JsonRepair.Scope.DOCUMENT;
        this.out = new Output();
        this.scalars = new Scalars(source, out, nesting, repair.scope());
        this.plain = new PlainText(source, nesting);
        this.at = at;
    }

    Output out() {
        return out;
    }

    /** Writes the value at this place. False when there is none: then nothing is read or written. */
    boolean value(Place place) {
        skipMarks();
        int c = source.at(at);
        if (c < 0 || c == ',' || c == '}' || c == ']' || c == ')' || c == ':') {
            return false;
        }
        if (c == '{') {
            new ObjectParser(this, source, out, nesting).read(place == Place.ITEM);
        } else if (c == '[') {
            array('[', ']', out.length());
        } else if (c == '(') {
            tuple();
        } else if (Chars.isQuote(c)) {
            string(place);
        } else if (c == '/') {
            expression();
        } else {
            return word(place);
        }
        return true;
    }

    /** Skips fences; a backslash tells that the text is escaped as a whole. */
    void skipMarks() {
        while (source.isFence(at) || source.at(at) == '\\') {
            if (source.at(at) != '\\') {
                at = source.skip(source.fenceEnd(at));
            } else if (source.unescaped) {
                at++;
            } else {
                throw EscapedText.SIGNAL;
            }
        }
    }

    private void string(Place place) {
        int inside = source.space(at + 1);
        if (place == Place.VALUE && source.isFence(inside) && fenced(inside)) {
            return;
        }
        at = scalars.string(place, at);
    }

    /** A fence in quotes, with an object in it that is not escaped: the object is the value. */
    private boolean fenced(int fence) {
        int brace = source.space(source.fenceEnd(fence));
        int c = source.at(brace);
        if ((c != '{' && c != '[') || !scalars.closing().isInlineObject(brace)) {
            return false;
        }
        at = brace;
        value(Place.VALUE);
        int end = source.skip(at);
        if (source.isFence(end)) {
            end = source.skip(source.fenceEnd(end));
        }
        at = Chars.isQuote(source.at(end)) ? end + 1 : end;
        return true;
    }

    boolean key() {
        skipMarks();
        if (Chars.isQuote(source.at(at))) {
            at = scalars.string(Place.KEY, at);
            return true;
        }
        int end = plain.end(Place.KEY, at);
        int to = trimmed(at, end);
        if (to == at) {
            return false;
        }
        scalars.text(source.text.substring(at, to));
        at = source.at(end) == '"' && source.at(source.skip(end + 1)) == ':' ? end + 1 : end;
        return true;
    }

    JsonRepair repair() {
        return repair;
    }

    boolean isDocument() {
        return document;
    }

    Closing closing() {
        return scalars.closing();
    }

    private boolean word(Place place) {
        int name = source.wordEnd(at);
        int call = source.space(name);
        if (name > at && source.at(call) == '(' && place != Place.KEY && !Chars.isDigit(source.at(at))) {
            return call(call);
        }
        int end = plain.end(place, at);
        int to = trimmed(at, end);
        if (to == at) {
            at = Math.max(end, at + 1);
            return false;
        }
        String word = source.text.substring(at, to);
        at = place == Place.ITEM && to == end && isClosing(end) ? end + 1 : end;
        if (!document && "-".equals(word)) {
            return false;
        }
        scalars.word(word, end == source.length);
        return true;
    }

    /** Whether a quote ends an element that no quote began. */
    private boolean isClosing(int quote) {
        int c = source.at(quote) == '"' ? source.at(source.ahead(quote + 1)) : -1;
        return c == ',' || c == ']' || c == '}';
    }

    /** A value in the constructor of a database's shell, or in the function of JSONP. */
    private boolean call(int open) {
        nesting.enter(at);
        int start = at;
        nesting.parentheses++;
        at = source.skip(open + 1);
        boolean any = value(Place.ITEM);
        nesting.parentheses--;
        int end = source.skip(at);
        if (!any) {
            at = start;
            int textEnd = plain.end(Place.VALUE, start);
            at = Math.max(textEnd, start + 1);
            scalars.text(source.text.substring(start, trimmed(start, at)));
            return true;
        }
        if (source.at(end) == ')') {
            end++;
        }
        at = source.at(end) == ';' ? end + 1 : end;
        return true;
    }

    /** A tuple; in parentheses, a single value is itself. */
    private void tuple() {
        int start = out.length();
        if (!array('(', ')', start)) {
            out.cut(out.length() - 1);
            out.remove(start);
        }
    }

    /** A regular expression, as text. */
    private void expression() {
        int end = at + 1;
        while (end < source.length && source.at(end) != '/' && source.at(end) != '\n') {
            end += source.at(end) == '\\' ? 2 : 1;
        }
        end = Math.min(end + 1, source.length);
        scalars.text(source.text.substring(at, trimmed(at, end)));
        at = end;
    }

    /**
     * Writes an array.
     *
     * @param start where in the output it begins; when it was written before, it is gone on with
     * @return whether it is more than one element without a comma
     */
    boolean array(char open, char close, int start) {
        nesting.enter(at);
        if (out.length() == start) {
            out.add('[');
        }
        at++;
        nest(open, 1);
        boolean comma = false;
        int items = 0;
        while (true) {
            at = source.skip(at);
            int c = source.at(at);
            if (c < 0) {
                break;
            }
            if (c == ',' || (c == ':' && !document)) {
                comma |= c == ',';
                at++;
            } else if (c == close || c == ']') {
                at++;
                break;
            } else if (c == '}' || c == ')' || c == ':') {
                if (endsHere(c)) {
                    break;
                }
                at++;
                break;
            } else if (!ellipsis() && !strayQuote()) {
                items += item(start) ? 1 : 0;
            }
        }
        nest(open, -1);
        out.add(']');
        return comma || items != 1;
    }

    private void nest(char open, int more) {
        if (open == '(') {
            nesting.parentheses += more;
        } else {
            nesting.arrays += more;
        }
    }

    /** Whether the bracket closes what is further out, so that what is read now was not closed. */
    boolean endsHere(int bracket) {
        return switch (bracket) {
            case '}' -> nesting.objects > 0;
            case ']' -> nesting.arrays > 0;
            case ')' -> nesting.parentheses > 0;
            default -> false;
        };
    }

    private boolean item(int start) {
        int mark = out.length();
        out.separate(start);
        int begin = out.length();
        boolean behind = !document && (source.at(at - 1) == '}' || source.at(at - 1) == ']');
        boolean word = Chars.isName(source.at(at));
        if (!value(Place.ITEM) || out.length() == begin || (behind && word && out.endsWith('"'))) {
            out.cut(mark);
            return false;
        }
        int next = source.skip(at);
        if (source.at(next) == ':' && out.endsWith('"')) {
            properties(begin, next);
        }
        return true;
    }

    /** Properties in an array are an object without braces. */
    private void properties(int begin, int colon) {
        out.insert(begin, '{');
        at = colon;
        new ObjectParser(this, source, out, nesting).readOn(begin);
    }

    /** Skips three dots that stand for elements or properties left out. */
    boolean ellipsis() {
        if (!source.text.startsWith("...", at)) {
            return false;
        }
        int next = source.ahead(at + 3);
        int c = source.at(next);
        if (c >= 0 && c != ',' && c != ']' && c != '}') {
            return false;
        }
        at = next;
        return true;
    }

    /** Skips a quote that opens and closes nothing. */
    boolean strayQuote() {
        if (!Chars.isQuote(source.at(at))) {
            return false;
        }
        int before = at - 1;
        int next = source.ahead(at + 1);
        int c = source.at(next);
        boolean stray = (c == '}' || c == ']' || c == ',') && before >= 0 && source.closingQuote(at) < 0;
        if (stray) {
            at++;
        }
        return stray;
    }

    private int trimmed(int from, int to) {
        int end = to;
        while (end > from && Chars.isSpace(source.text.charAt(end - 1))) {
            end--;
        }
        return end;
    }
}
