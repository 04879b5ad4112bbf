package io.agentkit.price;

/**
 * A name that a pattern may read only so many characters of, back and forth: a pattern comes from a file that others write, and some
 * patterns need longer than the universe has.
 */
final class BoundedText implements CharSequence {

    private static final int MOST_STEPS = 20_000;

    /** The pattern read too much. */
    static final class TooManySteps extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TooManySteps() {
            super("a pattern read more than %d characters".formatted(MOST_STEPS), null, false, false);
        }
    }

    private final String text;
    private int steps;

    BoundedText(String text) {
        this.text = text;
    }

    @Override
    public char charAt(int index) {
        if (++steps > MOST_STEPS) {
            throw new TooManySteps();
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
        return text;
    }
}
