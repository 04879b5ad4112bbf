package io.agentkit.detect;

/** A way of writing that keeps the length of a text. */
enum Disguise {
    ROT13("rot13") {
        @Override
        String undo(CharSequence text) {
            StringBuilder out = new StringBuilder(text.length());
            for (int i = 0; i < text.length(); i++) {
                char character = text.charAt(i);
                boolean letter = character >= 'a' && character <= 'z';
                out.append(letter ? (char) ('a' + (character - 'a' + 13) % 26) : character);
            }
            return out.toString();
        }
    },
    REVERSED("reversed") {
        @Override
        String undo(CharSequence text) {
            return new StringBuilder(text).reverse().toString();
        }
    };

    private final String text;

    Disguise(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    /** The folded text as it was before; doing so twice changes nothing. */
    abstract String undo(CharSequence text);
}
