package io.agentkit.detect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Finds what looks like an attack on a model, in texts of any size and in linear time, without any model. A dense automaton reads the text
 * once, folded: case, white space, accents, full-width and look-alike letters, invisible characters, escapes of JSON, URLs and HTML mean
 * nothing to it. It looks for literals that are rare in ordinary text; only around one are expressions tried, in windows of bounded size.
 * Stretches of base64, of hexadecimal digits and of letters that stand apart are decoded and read the same way, up to three layers deep. A
 * clean text costs about 3 ns a character and no memory. Immutable and thread-safe.
 */
public final class InjectionDetector {

    private static final class BuiltIn {

        private static final InjectionDetector ONE = new InjectionDetector(BuiltInRules.all());
    }

    private final Map<Origin, RuleSet> sets = new EnumMap<>(Origin.class);

    private InjectionDetector(List<Rule> rules) {
        for (Origin origin : Origin.values()) {
            sets.put(
                    origin,
                    new RuleSet(
                            rules.stream().filter(rule -> rule.isFor(origin)).toList()));
        }
    }

    /** With the rules that come with agentkit. */
    public static InjectionDetector builtIn() {
        return BuiltIn.ONE;
    }

    /**
     * With patterns of the application.
     *
     * @param replace whether they stand in place of the rules that come with agentkit; otherwise they are added to them
     */
    public static InjectionDetector with(Collection<OwnPattern> patterns, boolean replace) {
        if (patterns.isEmpty() && !replace) {
            return builtIn();
        }
        List<Rule> rules = new ArrayList<>(replace ? List.of() : BuiltInRules.all());
        patterns.forEach(pattern -> rules.add(pattern.rule()));
        return new InjectionDetector(List.copyOf(rules));
    }

    /** What the rules find, each rule at most once, in the order of the text; empty for a clean text. */
    public List<Finding> find(String text, Origin origin) {
        RuleSet rules = sets.get(origin);
        return rules == null ? List.of() : Scan.of(rules, text);
    }
}
