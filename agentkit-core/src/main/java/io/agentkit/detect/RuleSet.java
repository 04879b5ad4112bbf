package io.agentkit.detect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rules, and the automaton of their literals. Immutable. */
final class RuleSet {

    /** What is written backwards, or with each letter moved by 13, is met by these words of it. */
    private static final List<String> TELLING = List.of(
            "ignore",
            "disregard",
            "instruction",
            "prompt",
            "previous",
            "jailbreak",
            "anything now",
            "restrictions",
            "guidelines",
            "unethical",
            "developer mode",
            "pretend",
            "password");

    private final List<Rule> rules;

    /** The rules with literals; what follows them are disguises. */
    private final Automaton automaton;

    /** By literal, the rules that hold it. */
    private final int[][] byLiteral;

    private final List<Rule> unmarked;

    /** By literal, the disguise that it tells of; null for a plain one. */
    private final @Nullable Disguise[] disguises;

    RuleSet(List<Rule> rules) {
        this.rules = rules;
        Map<String, List<Integer>> literals = new LinkedHashMap<>();
        for (int i = 0; i < rules.size(); i++) {
            for (String literal : rules.get(i).literals()) {
                literals.computeIfAbsent(literal, absent -> new ArrayList<>()).add(i);
            }
        }
        Map<String, Disguise> disguised = new LinkedHashMap<>();
        if (!literals.isEmpty()) {
            for (Disguise disguise : Disguise.values()) {
                TELLING.forEach(word -> disguised.put(disguise.undo(word), disguise));
            }
        }
        disguised.keySet().removeAll(literals.keySet());
        disguised.keySet().forEach(word -> literals.put(word, List.of()));
        automaton = new Automaton(List.copyOf(literals.keySet()));
        byLiteral = literals.values().stream()
                .map(indexes -> indexes.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
        disguises = literals.keySet().stream().map(disguised::get).toArray(Disguise[]::new);
        unmarked = rules.stream().filter(rule -> rule.literals().isEmpty()).toList();
    }

    Automaton automaton() {
        return automaton;
    }

    List<Rule> all() {
        return rules;
    }

    Rule rule(int index) {
        return rules.get(index);
    }

    int[] byLiteral(int literal) {
        return byLiteral[literal];
    }

    @Nullable
    Disguise disguise(int literal) {
        return disguises[literal];
    }

    /** Rules of the application of which nobody knows a literal. */
    List<Rule> unmarked() {
        return unmarked;
    }
}
