package io.agentkit.coerce;

import com.networknt.schema.regex.RegularExpression;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A pattern of a schema that gives up on a text instead of trying for years: schemas may come with a prompt. Thread-safe. */
final class BoundedPattern implements RegularExpression {

    /** Looks at a text's characters, at least; more for long texts. */
    private static final long READS = 1_000_000;

    private static final long READS_OF_EACH = 100;

    private final Pattern pattern;
    private final boolean begins;
    private final boolean ends;

    BoundedPattern(String regex) {
        pattern = Pattern.compile(regex);
        begins = regex.startsWith("^");
        ends = regex.endsWith("$");
    }

    /** @throws ArithmeticException when it takes too long to tell */
    @Override
    public boolean matches(String text) {
        Matcher matcher = pattern.matcher(new CountedText(text));
        // The end of a line is not the end of the text.
        return matcher.find() && (!begins || matcher.start() == 0) && (!ends || matcher.end() == text.length());
    }

    /** Not thread-safe. */
    private static final class CountedText implements CharSequence {

        private final String text;
        private long left;

        CountedText(String text) {
            this.text = text;
            this.left = Math.max(READS, text.length() * READS_OF_EACH);
        }

        @Override
        public char charAt(int index) {
            if (--left < 0) {
                throw new ArithmeticException("a pattern takes too long");
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
}
