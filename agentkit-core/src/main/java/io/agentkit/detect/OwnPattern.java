package io.agentkit.detect;

import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of the application. It is looked for in the text as it is, and in the text folded; letters of either case are the same, and a
 * dot is any character. A match longer than 400 characters may be missed. Give it a word that has to occur ({@code project falcon \d+}
 * rather than {@code [a-z]+ \d+}): without one, every text is read with it, which costs some 50 ns a character. Immutable.
 *
 * @param id its name, in findings, events and messages
 * @param pattern an expression of {@code java.util.regex}
 * @param category what it is after; custom by default
 * @param severity how sure it is; high by default
 */
public record OwnPattern(String id, String pattern, Category category, Severity severity) {

    private static final int LONGEST = 2_000;

    private static final int REACH = 400;

    /** @throws IllegalArgumentException when the pattern is none, or could take time without bound */
    public OwnPattern(
            @Nullable String id, @Nullable String pattern, @Nullable Category category, @Nullable Severity severity) {
        this.id = id == null ? "" : id;
        this.pattern = pattern == null ? "" : pattern;
        this.category = Objects.requireNonNullElse(category, Category.CUSTOM);
        this.severity = Objects.requireNonNullElse(severity, Severity.HIGH);
        if (this.id.isBlank()) {
            throw new IllegalArgumentException("'id' must name the pattern");
        }
        if (this.pattern.isBlank() || this.pattern.length() > LONGEST) {
            throw new IllegalArgumentException("'pattern' of '%s' must have 1 to %d characters (has %d)"
                    .formatted(id, LONGEST, this.pattern.length()));
        }
        PatternShape shape = PatternShape.of(this.pattern);
        if (shape.nests()) {
            throw new IllegalArgumentException(
                    "'pattern' of '%s' repeats without bound what repeats without bound itself, such as (a+)+; give one of them a bound, such as {1,20}"
                            .formatted(id));
        }
        if (compiled().matcher("").find()) {
            throw new IllegalArgumentException("'pattern' of '%s' must not match an empty text".formatted(id));
        }
    }

    /** A pattern that has a name and is sure. */
    public static OwnPattern of(String id, String pattern) {
        return new OwnPattern(id, pattern, null, null);
    }

    private Pattern compiled() {
        try {
            return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);
        } catch (PatternSyntaxException malformed) {
            throw new IllegalArgumentException(
                    "'pattern' of '%s' is no expression: %s at %d"
                            .formatted(id, malformed.getDescription(), malformed.getIndex()),
                    malformed);
        }
    }

    Rule rule() {
        String literal = PatternShape.of(pattern).literal();
        return new Rule(
                id,
                category,
                severity,
                EnumSet.allOf(Origin.class),
                literal.isEmpty() ? List.of() : List.of(literal),
                compiled(),
                null,
                REACH,
                true);
    }
}
