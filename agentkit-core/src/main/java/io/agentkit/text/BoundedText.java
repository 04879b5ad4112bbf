package io.agentkit.text;

/**
 * A text of which a pattern may read only so many characters, back and forth: some patterns need longer than the universe has, and not all are
 * ours. For one search; not thread-safe.
 */
public final class BoundedText implements CharSequence {

    private final CharSequence text;

    private long left;

    /** @param reads how many characters may be read, all in all; then {@link Exhausted} is thrown */
    public BoundedText(CharSequence text, long reads) {
        this.text = text;
        this.left = reads;
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
    public static final class Exhausted extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Exhausted() {
            super("the pattern takes too long", null, false, false);
        }
    }
}
