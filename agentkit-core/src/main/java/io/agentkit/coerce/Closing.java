package io.agentkit.coerce;

/**
 * Tells whether a quote ends the string that it stands in, or is a part of its text that was not escaped, by what follows. Not thread-safe.
 */
final class Closing {

    private final Source source;
    private final Nesting nesting;

    Closing(Source source, Nesting nesting) {
        this.source = source;
        this.nesting = nesting;
    }

    /** @param pairOpen whether an earlier quote of the string began something quoted inside it */
    boolean closes(Place place, int quote, boolean pairOpen) {
        int next = source.ahead(quote + 1);
        int c = source.at(next);
        if (c < 0 || (c == ')' && nesting.parentheses > 0) || source.isFence(next)) {
            return true;
        }
        if (c == '+') {
            return Chars.isQuote(source.at(source.ahead(next + 1)));
        }
        return switch (place) {
            case TOP -> closesTop(quote, next, c);
            case KEY -> closesKey(quote, next, c);
            case VALUE -> closesValue(quote, next, c);
            case ITEM -> closesItem(quote, next, c, pairOpen);
        };
    }

    private boolean closesTop(int quote, int next, int c) {
        if (c == ',') {
            int item = source.ahead(next + 1);
            return item == source.length || Chars.isQuote(source.at(item));
        }
        return source.hasLineEnd(quote, next) && (Chars.isQuote(c) || c == '{' || c == '[');
    }

    private boolean closesKey(int quote, int next, int c) {
        if (c == ':' || c == '=' || c == ',' || c == '}' || c == ']' || c == '{' || c == '[' || Chars.isQuote(c)) {
            return true;
        }
        return next > quote + 1 && (Chars.isName(c) || c == '-');
    }

    private boolean closesValue(int quote, int next, int c) {
        if (c == '}') {
            return true;
        }
        if (c == ']') {
            return closesArray(next);
        }
        if (c == ',') {
            return startsProperty(source.ahead(next + 1));
        }
        if (Chars.isQuote(c)) {
            return isKey(next, false) || isStray(next);
        }
        if (!Chars.isName(c)) {
            return false;
        }
        return source.hasLineEnd(quote, next)
                ? startsProperty(next)
                : next > quote + 1 && (isLastLiteral(next) || isPropertyWithoutQuotes(next));
    }

    /** Whether a literal too many stands before the end of an object. */
    private boolean isLastLiteral(int at) {
        int end = source.wordEnd(at);
        return Scalars.literal(source.text, at, end) != null && source.at(source.ahead(end)) == '}';
    }

    private boolean isPropertyWithoutQuotes(int at) {
        int colon = source.ahead(source.wordEnd(at));
        int c = source.at(source.ahead(colon + 1));
        return source.at(colon) == ':' && (Chars.isQuote(c) || Chars.isDigit(c) || c == '{' || c == '[');
    }

    /** A bracket ends the array that an object stands in, if the object was not closed. */
    private boolean closesArray(int bracket) {
        int after = source.at(source.ahead(bracket + 1));
        boolean goesOn = after == ',' || after == '}' || after == ']' || after == '\n' || after == '"';
        return after < 0 || (nesting.arrays > 0 && goesOn);
    }

    /** Whether what follows a comma in an object looks like a property or like its end. */
    private boolean startsProperty(int at) {
        int c = source.at(at);
        if (c < 0 || c == '}' || c == ',' || c == ':' || source.isFence(at)) {
            return true;
        }
        if (c == ']' || c == '{') {
            return nesting.arrays > 0;
        }
        if (c == '[' || source.text.startsWith("...", at)) {
            return true;
        }
        if (Chars.isQuote(c)) {
            return isKey(at, false);
        }
        int end = source.wordEnd(at);
        if (end == at) {
            return false;
        }
        int after = source.ahead(end);
        int follower = source.at(after);
        return follower < 0 || follower == ':' || follower == '}' || (Chars.isQuote(follower) && isKey(after, true));
    }

    /**
     * Whether the quote opens a name of a property.
     *
     * @param strict whether a colon has to follow; else a value may too
     */
    boolean isKey(int quote, boolean strict) {
        int end = source.closingQuote(quote);
        if (end < 0) {
            return !strict;
        }
        int next = source.ahead(end + 1);
        int c = source.at(next);
        if (c == ':') {
            return true;
        }
        if (strict || end == quote + 1) {
            return false;
        }
        return c < 0
                || c == '{'
                || c == '['
                || c == '}'
                || Chars.isDigit(c)
                || Chars.isQuote(c)
                || Scalars.literal(source.text, next, source.wordEnd(next)) != null;
    }

    /** Whether a quote too many stands before the end of a property. */
    boolean isStray(int quote) {
        int next = source.ahead(quote + 1);
        int c = source.at(next);
        return c == '}' || c == ']' || (c == ',' && startsProperty(source.ahead(next + 1)));
    }

    private boolean closesItem(int quote, int next, int c, boolean pairOpen) {
        if (c == ',' || c == ']') {
            return !pairOpen;
        }
        if (c == '}' || c == ':' || Chars.isQuote(c)) {
            return true;
        }
        if (next == quote + 1) {
            return false;
        }
        if (c == '{' || c == '[' || c == '-' || Chars.isDigit(c)) {
            return true;
        }
        return !pairOpen && Chars.isName(c) && !Chars.isSpace(source.at(quote - 1));
    }

    /** Whether the quote opens a string of its own after a separator, so that the one before was not closed. */
    boolean opens(Place place, int quote) {
        return switch (place) {
            case VALUE -> isKey(quote, true);
            case KEY -> true;
            case ITEM, TOP -> {
                int end = source.closingQuote(quote);
                int c = end < 0 ? 'x' : source.at(source.ahead(end + 1));
                yield c < 0 || (place == Place.TOP ? c == '+' : c == ',' || c == ']');
            }
        };
    }

    /** Whether an object is written out at the brace, inside a string that should have escaped it. */
    boolean isInlineObject(int brace) {
        int quote = source.space(brace + 1);
        return Chars.isQuote(source.at(quote)) && isKey(quote, true);
    }
}
