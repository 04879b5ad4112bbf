package io.agentkit.price;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads rules such as {@code {"or": [{"equals": "o3"}, {"starts_with": "o3-2025"}]}}. */
final class NameRules {

    private static final int LONGEST_PATTERN = 500;

    private static final int DEEPEST = 10;

    private NameRules() {}

    static @Nullable NameRule orNull(@Nullable JsonNode rule) {
        return rule == null || rule.isNull() ? null : of(rule);
    }

    /** @throws IllegalArgumentException when it is no rule */
    static NameRule of(JsonNode rule) {
        return of(rule, 0);
    }

    private static NameRule of(JsonNode rule, int depth) {
        if (rule.size() != 1 || depth > DEEPEST) {
            throw new IllegalArgumentException("a rule must have one word, and not too many rules in it");
        }
        Map.Entry<String, JsonNode> only = rule.properties().iterator().next();
        return switch (only.getKey()) {
            case "equals" -> new NameRule.Same(text(only.getValue()));
            case "starts_with" -> new NameRule.StartsWith(text(only.getValue()));
            case "ends_with" -> new NameRule.EndsWith(text(only.getValue()));
            case "contains" -> new NameRule.Contains(text(only.getValue()));
            case "regex" -> new NameRule.Regex(pattern(only.getValue()));
            case "or" -> new NameRule.AnyOf(all(only.getValue(), depth));
            case "and" -> new NameRule.AllOf(all(only.getValue(), depth));
            default -> throw new IllegalArgumentException("a rule must have a known word");
        };
    }

    private static List<NameRule> all(JsonNode rules, int depth) {
        List<NameRule> all = new ArrayList<>();
        rules.forEach(rule -> all.add(of(rule, depth + 1)));
        return all;
    }

    private static String text(JsonNode text) {
        if (!text.isString()) {
            throw new IllegalArgumentException("a rule must have a text");
        }
        return text.asString().toLowerCase(Locale.ROOT);
    }

    /** A pattern is not changed to lower case, which could change what it means ({@code \\S}). */
    private static Pattern pattern(JsonNode text) {
        if (!text.isString() || text.asString().length() > LONGEST_PATTERN) {
            throw new IllegalArgumentException(
                    "a pattern must be a text of at most %d characters".formatted(LONGEST_PATTERN));
        }
        return Pattern.compile(text.asString());
    }
}
