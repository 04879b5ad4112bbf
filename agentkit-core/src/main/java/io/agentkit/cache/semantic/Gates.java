package io.agentkit.cache.semantic;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares what two texts say. In linear time, without a model. */
final class Gates {

    /** In as few words each of them counts. */
    private static final int BRIEF = 6;

    private Gates() {}

    /** Why the texts may not mean the same; null when nothing speaks against it. */
    static @Nullable Doubt between(Reading one, Reading other) {
        if (!one.numbers.equals(other.numbers) || !one.units.equals(other.units)) {
            return Doubt.NUMBERS;
        }
        if (!one.dates.equals(other.dates)) {
            return Doubt.DATES;
        }
        if (!one.code.equals(other.code)) {
            return Doubt.CODE;
        }
        if (!other.all.containsAll(one.names) || !one.all.containsAll(other.names)) {
            return Doubt.NAMES;
        }
        if (one.negations != other.negations
                || WordsGate.isDenied(one.all, other.all)
                || WordsGate.isDenied(other.all, one.all)) {
            return Doubt.NEGATION;
        }
        if (!one.decisive.equals(other.decisive) || areContrary(one, other)) {
            return Doubt.OPPOSITES;
        }
        if (WordsGate.differ(one, other)) {
            return Doubt.WORDS;
        }
        return RolesGate.differ(one, other) ? Doubt.ROLES : null;
    }

    private static boolean areContrary(Reading one, Reading other) {
        boolean brief = Math.min(one.words.size(), other.words.size()) <= BRIEF;
        for (Map.Entry<Integer, Set<Integer>> each : one.poles.entrySet()) {
            Set<Integer> sides = other.poles.get(each.getKey());
            if (sides != null
                    && (brief ? !sides.equals(each.getValue()) : Collections.disjoint(sides, each.getValue()))) {
                return true;
            }
        }
        return false;
    }
}
