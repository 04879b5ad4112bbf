package io.agentkit.sample;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The metrics that a PromQL expression asks for, each with the labels that it is asked for by: in braces, and in the groupings of the
 * expression.
 *
 * @param labels by the metric's name
 */
record PromQuery(Map<String, Set<String>> labels) {

    private static final Pattern GROUPING =
            Pattern.compile("\\b(by|without|on|ignoring|group_left|group_right)\\s*\\(([^)]*)\\)");

    private static final Pattern RANGE = Pattern.compile("\\[[^]]*]");

    private static final Pattern VARIABLE = Pattern.compile("label_values\\(\\s*(\\w+)\\s*,\\s*(\\w+)\\s*\\)");

    private static final Pattern SELECTOR =
            Pattern.compile("(?<![\\w$])([a-zA-Z_:][\\w:]*)\\s*(?:\\{([^}]*)})?(?!\\w*\\s*\\()");

    private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)");

    private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset", "inf", "nan");

    private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? \\S+$");

    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");

    static PromQuery of(String expression) {
        Map<String, Set<String>> labels = new TreeMap<>();
        Matcher variable = VARIABLE.matcher(expression);
        if (variable.matches()) {
            labels.put(variable.group(1), Set.of(variable.group(2)));
            return new PromQuery(labels);
        }
        Set<String> grouped = new TreeSet<>();
        String rest = GROUPING.matcher(expression).replaceAll((MatchResult grouping) -> {
            Arrays.stream(grouping.group(2).split(","))
                    .map(String::strip)
                    .filter(label -> !label.isEmpty())
                    .forEach(grouped::add);
            return " ";
        });
        SELECTOR.matcher(RANGE.matcher(rest).replaceAll(" ")).results().forEach(selector -> {
            String metric = selector.group(1);
            if (!WORDS.contains(metric)) {
                Set<String> asked = labels.computeIfAbsent(metric, absent -> new TreeSet<>(grouped));
                if (selector.group(2) != null) {
                    MATCHER.matcher(selector.group(2)).results().forEach(each -> asked.add(each.group(1)));
                }
            }
        });
        return new PromQuery(labels);
    }

    /** Every metric with all its labels, of what an application gives to Prometheus. */
    static Map<String, Set<String>> scraped(String text) {
        Map<String, Set<String>> metrics = new TreeMap<>();
        SAMPLE.matcher(text).results().forEach(sample -> {
            Set<String> labels = metrics.computeIfAbsent(sample.group(1), absent -> new TreeSet<>());
            if (sample.group(2) != null) {
                labels.addAll(LABEL.matcher(sample.group(2))
                        .results()
                        .map(label -> label.group(1))
                        .collect(Collectors.toSet()));
            }
        });
        return metrics;
    }
}
