package io.agentkit.coerce;

import java.util.BitSet;

/** Reads JSON as RFC 8259 has it, to see where a valid value ends. Not thread-safe; a scan has its own. */
final class StrictJson {

    private final String text;
    private final BitSet objects = new BitSet();
    private int depth;
    private int at;

    private StrictJson(String text, int at) {
        this.text = text;
        this.at = at;
    }

    /** Whether the whole text is one value, nested no deeper than {@link JsonRepair#MAX_DEPTH}. */
    static boolean isValid(String text) {
        StrictJson scan = new StrictJson(text, 0);
        if (!scan.value()) {
            return false;
        }
        scan.space();
        return scan.at == text.length();
    }

    /** Where the value that starts at the offset ends; negative when it is not valid: {@code ~offset} of where that was seen. */
    static int end(String text, int offset) {
        StrictJson scan = new StrictJson(text, offset);
        return scan.value() ? scan.at : ~scan.at;
    }

    private boolean value() {
        boolean expectValue = true;
        while (true) {
            space();
            int c = peek();
            if (expectValue) {
                if (c == '{' || c == '[') {
                    if (depth == JsonRepair.MAX_DEPTH) {
                        return false;
                    }
                    objects.set(depth++, c == '{');
                    at++;
                    space();
                    if (peek() != (c == '{' ? '}' : ']')) {
                        if (c == '{' && !key()) {
                            return false;
                        }
                        continue;
                    }
                    at++;
                    depth--;
                } else if (!scalar(c)) {
                    return false;
                }
                expectValue = false;
            } else if (c == ',') {
                at++;
                if (objects.get(depth - 1) && !key()) {
                    return false;
                }
                expectValue = true;
            } else if (c == (objects.get(depth - 1) ? '}' : ']')) {
                at++;
                depth--;
            } else {
                return false;
            }
            if (depth == 0) {
                return true;
            }
        }
    }

    private boolean key() {
        space();
        if (peek() != '"' || !string()) {
            return false;
        }
        space();
        return take(':');
    }

    private boolean scalar(int c) {
        return switch (c) {
            case '"' -> string();
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        };
    }

    private boolean word(String word) {
        if (!text.startsWith(word, at)) {
            return false;
        }
        at += word.length();
        return true;
    }

    private boolean string() {
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return true;
            }
            if (c < ' ' || (c == '\\' && !escape())) {
                return false;
            }
        }
        return false;
    }

    private boolean escape() {
        int c = peek();
        at++;
        return c == 'u' ? Chars.isHex(text, at, 4) : c >= 0 && "\"\\/bfnrt".indexOf(c) >= 0;
    }

    private boolean number() {
        int end = Numbers.end(text, at);
        boolean any = end > at;
        at = end;
        return any;
    }

    private boolean take(char c) {
        if (peek() != c) {
            return false;
        }
        at++;
        return true;
    }

    private void space() {
        while (at < text.length() && Chars.isJsonSpace(text.charAt(at))) {
            at++;
        }
    }

    private int peek() {
        return at < text.length() ? text.charAt(at) : -1;
    }
}
