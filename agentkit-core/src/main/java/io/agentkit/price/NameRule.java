package io.agentkit.price;

import io.agentkit.text.BoundedText;
import java.util.List;
import java.util.regex.Pattern;

/** Which names an entry of genai-prices is meant for. Names are compared in lower case. */
sealed interface NameRule {

    boolean matches(String name);

    /** The same name. */
    record Same(String text) implements NameRule {

        @Override
        public boolean matches(String name) {
            return name.equals(text);
        }
    }

    /** A beginning. */
    record StartsWith(String text) implements NameRule {

        @Override
        public boolean matches(String name) {
            return name.startsWith(text);
        }
    }

    /** An end. */
    record EndsWith(String text) implements NameRule {

        @Override
        public boolean matches(String name) {
            return name.endsWith(text);
        }
    }

    /** A part. */
    record Contains(String text) implements NameRule {

        @Override
        public boolean matches(String name) {
            return name.contains(text);
        }
    }

    /** A pattern, found anywhere; one that takes too long to decide does not match, since others write the file that it comes from. */
    record Regex(Pattern pattern) implements NameRule {

        private static final int MOST_READS = 20_000;

        @Override
        public boolean matches(String name) {
            try {
                return pattern.matcher(new BoundedText(name, MOST_READS)).find();
            } catch (BoundedText.Exhausted | StackOverflowError endless) {
                return false;
            }
        }
    }

    /** One of several. */
    record AnyOf(List<NameRule> rules) implements NameRule {

        public AnyOf {
            rules = List.copyOf(rules);
        }

        @Override
        public boolean matches(String name) {
            for (NameRule rule : rules) {
                if (rule.matches(name)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** All of several. */
    record AllOf(List<NameRule> rules) implements NameRule {

        public AllOf {
            rules = List.copyOf(rules);
        }

        @Override
        public boolean matches(String name) {
            for (NameRule rule : rules) {
                if (!rule.matches(name)) {
                    return false;
                }
            }
            return true;
        }
    }
}
