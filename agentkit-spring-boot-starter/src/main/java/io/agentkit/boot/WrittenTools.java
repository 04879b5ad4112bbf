package io.agentkit.boot;

import io.agentkit.boot.AgentkitProperties.ToolSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the configuration says at one place about tools, by their names or by patterns of them. Immutable. */
final class WrittenTools {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

    private final Map<String, ToolDeclaration> exact;

    /** Those with more letters first. */
    private final List<Named> patterns;

    private record Named(Pattern pattern, int letters, ToolDeclaration declaration) {}

    WrittenTools(String path, Map<String, ToolSettings> tools) {
        exact = tools.entrySet().stream()
                .filter(entry -> !isPattern(entry.getKey()))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> declaration(path, entry)));
        patterns = tools.entrySet().stream()
                .filter(entry -> isPattern(entry.getKey()))
                .map(entry -> new Named(
                        pattern(entry.getKey()), entry.getKey().replace("*", "").length(), declaration(path, entry)))
                .sorted(Comparator.comparingInt(Named::letters).reversed())
                .toList();
    }

    private static ToolDeclaration declaration(String path, Map.Entry<String, ToolSettings> entry) {
        return new ToolDeclaration(property(path, entry.getKey()), entry.getValue());
    }

    /** As it is written: other characters than these need brackets. */
    private static String property(String path, String name) {
        return PLAIN.matcher(name).matches() ? path + "." + name : "%s[%s]".formatted(path, name);
    }

    /** What is said by exact names. */
    Map<String, ToolDeclaration> exact() {
        return exact;
    }

    /** All that is said, by exact names and by patterns. */
    List<ToolDeclaration> all() {
        return Stream.concat(exact.values().stream(), patterns.stream().map(Named::declaration))
                .toList();
    }

    static boolean isPattern(String name) {
        return name.indexOf('*') >= 0;
    }

    /** A star stands for any letters, and for none. */
    private static Pattern pattern(String name) {
        StringBuilder expression = new StringBuilder();
        for (String part : name.split("\\*+", -1)) {
            expression.append(Pattern.quote(part)).append(".*");
        }
        expression.setLength(expression.length() - 2);
        return Pattern.compile(expression.toString(), Pattern.DOTALL);
    }

    @Nullable
    ToolDeclaration exactly(String tool) {
        return exact.get(tool);
    }

    /** The declarations whose pattern the name fits, the closest first. */
    List<ToolDeclaration> matching(String tool) {
        List<ToolDeclaration> found = new ArrayList<>();
        for (Named named : patterns) {
            if (named.pattern().matcher(tool).matches()) {
                found.add(named.declaration());
            }
        }
        return found;
    }
}
