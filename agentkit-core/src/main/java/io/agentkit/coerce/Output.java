package io.agentkit.coerce;

/** The JSON that is put together. Not thread-safe. */
final class Output {

    private static final String HEX = "0123456789abcdef";

    private final StringBuilder json = new StringBuilder();

    int length() {
        return json.length();
    }

    void cut(int length) {
        json.setLength(length);
    }

    void add(char c) {
        json.append(c);
    }

    void add(String text) {
        json.append(text);
    }

    /** Puts a comma unless an object or array begins just before. */
    void separate(int start) {
        if (json.length() > start + 1) {
            json.append(',');
        }
    }

    boolean endsWith(char c) {
        return json.length() > 0 && json.charAt(json.length() - 1) == c;
    }

    void set(int at, char c) {
        json.setCharAt(at, c);
    }

    void insert(int at, char c) {
        json.insert(at, c);
    }

    void remove(int at) {
        json.deleteCharAt(at);
    }

    /** A character of a string, escaped where JSON wants it. */
    void addEscaped(char c) {
        switch (c) {
            case '"' -> json.append("\\\"");
            case '\\' -> json.append("\\\\");
            case '\n' -> json.append("\\n");
            case '\r' -> json.append("\\r");
            case '\t' -> json.append("\\t");
            case '\b' -> json.append("\\b");
            case '\f' -> json.append("\\f");
            default -> {
                if (c < ' ') {
                    json.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xF));
                } else {
                    json.append(c);
                }
            }
        }
    }

    @Override
    public String toString() {
        return json.toString();
    }
}
