package io.agentkit.coerce;

/** Finds where text without quotes ends. Not thread-safe. */
final class PlainText {

    private final Source source;
    private final Nesting nesting;
    private int lookedFrom;
    private int lookedTo;

    PlainText(Source source, Nesting nesting) {
        this.source = source;
        this.nesting = nesting;
    }

    int end(Place place, int from) {
        int missingQuote = place == Place.VALUE ? openedNowhere(from) : -1;
        if (missingQuote >= 0) {
            return missingQuote;
        }
        boolean url = isUrl(from);
        int braces = 0;
        int at = from;
        while (at < source.length) {
            char c = source.text.charAt(at);
            if (c == '\n' || c == '"' || isQuoteAfterSpace(c, at, from)) {
                return at;
            }
            if (braces > 0) {
                braces += c == '{' ? 1 : c == '}' ? -1 : 0;
            } else if (c == '{' && at > from && place != Place.TOP && Chars.isName(source.at(at - 1))) {
                braces = 1;
            } else if (ends(place, c, at, url)) {
                return at;
            }
            at++;
        }
        return at;
    }

    private boolean ends(Place place, char c, int at, boolean url) {
        return switch (c) {
            case ',', '{', '[', '}', ']' -> true;
            case ':' -> place == Place.KEY;
            case ')' -> nesting.parentheses > 0;
            case '/' -> !url && source.comment(at) > at;
            case '#' -> !url && Chars.isSpace(source.at(at - 1));
            case '`' -> source.isFence(at);
            default -> false;
        };
    }

    private static boolean isQuoteBesidesAscii(char c) {
        return c != '"' && Chars.isQuote(c);
    }

    /** An apostrophe is a part of its word. */
    private boolean isQuoteAfterSpace(char c, int at, int from) {
        return isQuoteBesidesAscii(c) && at > from && Chars.isSpace(source.at(at - 1));
    }

    private boolean isUrl(int from) {
        int scheme = source.wordEnd(from);
        return scheme > from && source.text.startsWith("://", scheme);
    }

    /** The offset of a quote that closes the text although none opened it; negative when there is none. */
    private int openedNowhere(int from) {
        // What was looked at is not looked at again.
        int at = from < lookedFrom ? from : Math.max(from, lookedTo);
        while (at < source.length && "\":{}[]\n\\".indexOf(source.text.charAt(at)) < 0) {
            at++;
        }
        lookedFrom = from;
        lookedTo = at;
        if (source.at(at) != '"' || at == from || Chars.isSpace(source.at(at - 1)) || source.at(at - 1) == ',') {
            return -1;
        }
        int next = source.skip(at + 1);
        int c = source.at(next);
        return c == ',' || c == '}' || c == ']' ? at : -1;
    }
}
