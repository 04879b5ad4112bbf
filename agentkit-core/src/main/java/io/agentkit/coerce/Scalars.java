package io.agentkit.coerce;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads strings, words and numbers of a damaged text. Not thread-safe. */
final class Scalars {

    private final Source source;
    private final Output out;
    private final JsonRepair.Scope scope;
    private final boolean document;
    private final StringEnd strings;
    private final Closing closing;

    Scalars(Source source, Output out, Nesting nesting, JsonRepair.Scope scope) {
        this.source = source;
        this.out = out;
        this.scope = scope;
        this.document = scope == JsonRepair.Scope.DOCUMENT;
        this.closing = new Closing(source, nesting);
        this.strings = new StringEnd(source, nesting, closing, scope == JsonRepair.Scope.BEGINNING);
    }

    Closing closing() {
        return closing;
    }

    /** Writes the string that the quote opens, with those that are added to it by plus signs. Returns where it ends. */
    int string(Place place, int quote) {
        int at = quote;
        if (isDoubled(place, at)) {
            at++;
        }
        out.add('"');
        while (true) {
            strings.find(place, at);
            content(at + 1, strings.contentEnd);
            int plus = source.ahead(strings.end);
            int next = source.ahead(plus + 1);
            if (source.at(plus) != '+' || (next < source.length && !Chars.isQuote(source.at(next)))) {
                out.add('"');
                return strings.end;
            }
            at = next;
            if (at >= source.length) {
                out.add('"');
                return at;
            }
        }
    }

    /** A quote twice in front of a text opens it once. */
    private boolean isDoubled(Place place, int quote) {
        int second = quote + 1;
        if (place == Place.TOP || scope == JsonRepair.Scope.BEGINNING || source.at(second) != source.at(quote)) {
            return false;
        }
        int after = source.at(second + 1);
        return Chars.isName(after) && !Chars.isDigit(after);
    }

    private void content(int from, int to) {
        for (int at = from; at < to; at++) {
            char c = source.text.charAt(at);
            if (c == '\\') {
                at = escape(at, to);
            } else if (c < ' ' && document && (c < '\b' || c > '\r' || c == 0x0B)) {
                throw new NotRepairable(RepairedJson.Reason.INVALID_CHARACTER, at);
            } else {
                out.addEscaped(c);
            }
        }
    }

    /** Returns the offset of the last character of the escape. */
    private int escape(int at, int to) {
        int c = at + 1 < to ? source.at(at + 1) : -1;
        if (c < 0) {
            return to;
        }
        if (c == 'u') {
            return unicode(at, to);
        }
        if ("\"\\/bfnrt".indexOf(c) >= 0) {
            out.add('\\');
            out.add((char) c);
        } else if (c == '\n' || Chars.isQuote(c) || document) {
            out.addEscaped((char) c);
        } else {
            out.add("\\\\");
            out.addEscaped((char) c);
        }
        return at + 1;
    }

    private int unicode(int at, int to) {
        if (at + 6 <= to && Chars.isHex(source.text, at + 2, 4)) {
            out.add(source.text.substring(at, at + 6));
            return at + 5;
        }
        if (isCut(at + 2, to)) {
            return to;
        }
        if (document) {
            throw new NotRepairable(RepairedJson.Reason.INVALID_CHARACTER, at);
        }
        out.add("\\\\u");
        return at + 1;
    }

    private boolean isCut(int from, int to) {
        return to == source.length && to - from < 4 && Chars.isHex(source.text, from, to - from);
    }

    /** Writes a word as what it stands for. */
    void word(String word, boolean atEnd) {
        boolean beginning = atEnd && scope == JsonRepair.Scope.BEGINNING;
        String number = beginning && Numbers.end(word, 0) < word.length() ? null : Numbers.of(word);
        String literal = number == null ? literal(word, 0, word.length()) : number;
        if (literal != null) {
            out.add(literal);
        } else if (beginning) {
            out.add("null");
        } else {
            text(word);
        }
    }

    /** Writes plain text as a string. */
    void text(String text) {
        out.add('"');
        for (int i = 0; i < text.length(); i++) {
            out.addEscaped(text.charAt(i));
        }
        out.add('"');
    }

    static @Nullable String literal(String text, int from, int to) {
        if (to - from < 4 || to - from > 9) {
            return null;
        }
        return switch (text.substring(from, to).toLowerCase(Locale.ROOT)) {
            case "true" -> "true";
            case "false" -> "false";
            case "null", "none", "undefined" -> "null";
            default -> null;
        };
    }
}
