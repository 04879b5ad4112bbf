package io.agentkit.detect;

/** A text that may be read so many times and no more, so that no pattern takes longer than that, whatever the text. Follows one search. */
final class BoundedText implements CharSequence {

    /** How often a character may be read, all in all. */
    private static final int READS = 200;

    private static final int AT_LEAST = 50_000;

    private final CharSequence text;

    private int left;

    BoundedText(CharSequence text) {
        this.text = text;
        this.left = Math.max(AT_LEAST, READS * text.length());
    }

    @Override
    public char charAt(int index) {
        if (left-- <= 0) {
            throw new Exhausted();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /** The pattern takes too long. */
    static final class Exhausted extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Exhausted() {
            super("the pattern takes too long", null, false, false);
        }
    }
}
