package io.agentkit.safety;

import io.agentkit.Scope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which calls a line of a policy is about: tools by name, and for whom they are called. Immutable. */
final class ToolRule {

    private record Condition(String key, Glob value) {}

    private final String text;
    private final Glob tool;
    private final List<Condition> conditions;

    private ToolRule(String text, Glob tool, List<Condition> conditions) {
        this.text = text;
        this.tool = tool;
        this.conditions = List.copyOf(conditions);
    }

    /**
     * Reads {@code charge_*} or {@code charge_* tenant=trial-*}.
     *
     * @param setting where it was written, for the message
     * @throws IllegalArgumentException when it is none
     */
    static ToolRule of(String setting, String text) {
        String[] words = text.strip().split("\\s+");
        List<Condition> conditions = new ArrayList<>();
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            if (equals < 1 || equals == words[i].length() - 1) {
                throw malformed(setting, text);
            }
            conditions.add(new Condition(words[i].substring(0, equals), new Glob(words[i].substring(equals + 1))));
        }
        if (words[0].isEmpty() || words[0].indexOf('=') >= 0) {
            throw malformed(setting, text);
        }
        return new ToolRule(String.join(" ", words), new Glob(words[0]), conditions);
    }

    private static IllegalArgumentException malformed(String setting, String text) {
        return new IllegalArgumentException(
                "'%s' must hold names of tools such as 'charge_*', each with what else has to be so behind it, such as 'charge_* tenant=trial-*' (was '%s')"
                        .formatted(setting, text));
    }

    static List<ToolRule> all(String setting, List<String> texts) {
        return texts.stream().map(text -> of(setting, text)).toList();
    }

    /** The first that is about the call; null when none is. */
    static @Nullable ToolRule first(List<ToolRule> rules, String name, Scope scope) {
        for (ToolRule rule : rules) {
            if (rule.matches(name, scope)) {
                return rule;
            }
        }
        return null;
    }

    boolean matches(String name, Scope scope) {
        if (!tool.matches(name)) {
            return false;
        }
        for (Condition condition : conditions) {
            String value = scope.get(condition.key());
            if (value == null || !condition.value().matches(value)) {
                return false;
            }
        }
        return true;
    }

    /** As it is written in a configuration. */
    @Override
    public String toString() {
        return text;
    }
}
