package io.agentkit.coerce;

/** Finds where a string ends whose quotes cannot be relied on. Not thread-safe. */
final class StringEnd {

    private final Source source;
    private final Nesting nesting;
    private final Closing closing;

    /** Whether every quote that is not escaped ends its string. */
    private final boolean literally;

    /** Set once reading on for them led to the end of the text: from there on they are taken for plain text. */
    private boolean ignoreInline;

    private boolean ignorePairs;

    /** The quote of a name that nothing closed: further names in such quotes are not read to the end of the text for one. */
    private int openKeys = -1;

    private boolean inlineSeen;
    private boolean pairSeen;

    /** After the text of the string that was found. */
    int contentEnd;

    /** After the string, its closing quote included. */
    int end;

    StringEnd(Source source, Nesting nesting, Closing closing, boolean literally) {
        this.source = source;
        this.nesting = nesting;
        this.closing = closing;
        this.literally = literally;
    }

    /** @param quote the quote that opens the string */
    void find(Place place, int quote) {
        if (place == Place.KEY && source.at(quote) == openKeys) {
            findColon(quote + 1);
            return;
        }
        while (!findQuote(place, quote)) {
            if (inlineSeen && !ignoreInline) {
                ignoreInline = true;
            } else if (pairSeen && !ignorePairs) {
                ignorePairs = true;
            } else {
                findEnd(place, quote);
                return;
            }
        }
    }

    private boolean findQuote(Place place, int quote) {
        int opening = source.at(quote);
        int separator = -1;
        int inline = 0;
        boolean pair = false;
        inlineSeen = false;
        pairSeen = false;
        int at = quote + 1;
        while (at < source.length) {
            char c = source.text.charAt(at);
            if (Chars.closes(opening, c)) {
                if (literally) {
                    return found(at, at + 1);
                }
                if (inline == 0) {
                    if (closing.closes(place, at, pair)) {
                        return found(ownLine(quote, at) ? trimmed(at, quote) : at, at + 1);
                    }
                    if (separator >= 0 && mayOpen(separator, at) && closing.opens(place, at)) {
                        return found(source.at(separator) == '+' ? trimmed(separator, quote) : separator, separator);
                    }
                    pair = place == Place.ITEM && !ignorePairs && !pair && opensPair(at);
                    pairSeen |= pair;
                }
                separator = -1;
            } else if (c == '\\') {
                at++;
                separator = -1;
            } else if (isSeparator(place, c)) {
                separator = separator < 0 ? at : separator;
            } else if (c == '/' && separator >= 0 && source.comment(at) > at) {
                at = source.comment(at) - 1;
            } else if (!Chars.isSpace(c)) {
                if (c == '{' && place != Place.KEY && !ignoreInline && closing.isInlineObject(at)) {
                    inline++;
                    inlineSeen = true;
                } else if (c == '}' && inline > 0) {
                    inline--;
                }
                separator = -1;
            }
            at++;
        }
        return false;
    }

    private boolean mayOpen(int separator, int quote) {
        return source.at(separator) == '+' || !Chars.isSpace(source.at(quote + 1));
    }

    /** A quote alone on its line, with another one after it, ends the line before. */
    private boolean ownLine(int opening, int quote) {
        int next = source.ahead(quote + 1);
        return quote - 1 > opening
                && source.at(quote - 1) == '\n'
                && source.hasLineEnd(quote, next)
                && Chars.isQuote(source.at(next));
    }

    private static boolean isSeparator(Place place, char c) {
        return place == Place.KEY ? c == ':' : c == ',' || c == '\n' || c == '+';
    }

    private boolean opensPair(int quote) {
        int before = source.at(quote - 1);
        return (Chars.isSpace(before) || before == '(') && !Chars.isSpace(source.at(quote + 1));
    }

    /** No quote closes it: its text goes on to the end, but for the brackets that close what is around it. */
    private void findEnd(Place place, int quote) {
        if (literally) {
            // The text goes on: a bracket that it ends with so far is the string's own.
            found(source.length, source.length);
            return;
        }
        if (place == Place.KEY) {
            openKeys = source.at(quote);
            findColon(quote + 1);
            return;
        }
        int last = source.length;
        int open = nesting.arrays + nesting.objects + nesting.parentheses;
        int to = trimmed(last, quote);
        while (to > quote + 1) {
            char c = source.text.charAt(to - 1);
            boolean bracket = (c == '}' || c == ']' || c == ')') && open > 0;
            if (bracket) {
                open--;
                to--;
            } else if (c == '+' && to == trimmed(source.length, quote)) {
                to--;
            } else if (c == '`' && to > quote + 3 && source.isFence(to - 3)) {
                to -= 3;
            } else {
                break;
            }
            to = trimmed(to, quote);
            last = to;
        }
        found(last, last);
    }

    private int trimmed(int to, int quote) {
        int end = to;
        while (end > quote + 1 && Chars.isSpace(source.text.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    private void findColon(int from) {
        int at = from;
        while (at < source.length && ":\n,{}".indexOf(source.text.charAt(at)) < 0) {
            at++;
        }
        found(at, at);
    }

    private boolean found(int textEnd, int stringEnd) {
        contentEnd = textEnd;
        end = stringEnd;
        return true;
    }
}
