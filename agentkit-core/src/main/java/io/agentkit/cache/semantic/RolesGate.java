package io.agentkit.cache.semantic;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares which part the words play that two texts have in common: from one to the other, or back. */
final class RolesGate {

    /** Prepositions that paraphrases move freely. They count only where both texts have the same words. */
    private static final Set<String> LOOSE = Set.of("of", "in", "for", "on", "with", "via");

    private final Map<String, Word> mine;
    private final Map<String, Word> theirs;
    private final Set<String> common;
    private final boolean oneIsPassive;

    private RolesGate(Reading one, Reading other) {
        mine = numbered(one);
        theirs = numbered(other);
        common = common();
        oneIsPassive = one.passive != other.passive;
    }

    static boolean differ(Reading one, Reading other) {
        RolesGate gate = new RolesGate(one, other);
        return gate.haveOtherRoles() || (gate.areMostlyTheSame() && gate.haveChangedPlaces());
    }

    private boolean haveTheSameWords() {
        return common.size() == mine.size() && common.size() == theirs.size();
    }

    private boolean areMostlyTheSame() {
        return 2 * (mine.size() + theirs.size() - 2 * common.size()) <= common.size();
    }

    /** One text gives a role to a word that the other gives to another word of both. */
    private boolean haveOtherRoles() {
        Map<String, Set<String>> one = roles(mine);
        Map<String, Set<String>> other = roles(theirs);
        for (Map.Entry<String, Set<String>> each : one.entrySet()) {
            Set<String> others = other.get(each.getKey());
            if (others != null
                    && (haveTheSameWords() || !LOOSE.contains(each.getKey()))
                    && !others.containsAll(each.getValue())
                    && !each.getValue().containsAll(others)) {
                return true;
            }
        }
        return false;
    }

    private Map<String, Set<String>> roles(Map<String, Word> words) {
        Map<String, Set<String>> roles = new HashMap<>();
        for (String key : common) {
            Word word = word(words, key);
            if (word.role() != null && !words.containsKey(second(word.stem()))) {
                roles.computeIfAbsent(word.role(), absent -> new HashSet<>()).add(key);
            }
        }
        return roles;
    }

    /** Two of them have changed places and nothing says why; or a passive says that they should have, and they have not. */
    private boolean haveChangedPlaces() {
        List<String> one = order(mine);
        List<String> other = order(theirs);
        int from = 0;
        int to = one.size();
        while (from < to && one.get(from).equals(other.get(from))) {
            from++;
        }
        while (to > from && one.get(to - 1).equals(other.get(to - 1))) {
            to--;
        }
        if (from == to) {
            return oneIsPassive && hasOtherActor(one);
        }
        if (oneIsPassive) {
            return false;
        }
        List<String> x = one.subList(from, to);
        List<String> y = other.subList(from, to);
        if (x.size() == 2) {
            return !isExplained(x.get(0), x.get(1));
        }
        int xInY = y.indexOf(x.get(0));
        int yInX = x.indexOf(y.get(0));
        int head = y.size() - xInY;
        if (x.subList(0, head).equals(y.subList(xInY, y.size()))
                && x.subList(yInX, x.size()).equals(y.subList(0, x.size() - yInX))) {
            // What stood before now stands behind; with something between them they have changed places, else a phrase
            // moved.
            return head < yInX;
        }
        return haveTheSameWords();
    }

    private boolean hasOtherActor(List<String> order) {
        for (String key : order.subList(Math.min(1, order.size()), order.size())) {
            if ("by".equals(word(mine, key).role())
                    != "by".equals(word(theirs, key).role())) {
                return true;
            }
        }
        return false;
    }

    /** A phrase moved with its preposition, a noun behind "of", a verb took another form, or one names what the other says it is. */
    private boolean isExplained(String first, String second) {
        for (String key : List.of(first, second)) {
            Word one = word(mine, key);
            Word other = word(theirs, key);
            boolean moved = one.role() != null && one.role().equals(other.role());
            if (moved
                    || isLoose(one.role()) != isLoose(other.role())
                    || !one.form().equals(other.form())) {
                return true;
            }
        }
        return word(mine, first).isSymbol() != word(mine, second).isSymbol()
                || word(mine, first).part() != word(mine, second).part()
                || word(theirs, first).part() != word(theirs, second).part();
    }

    private static boolean isLoose(@Nullable String role) {
        return role != null && LOOSE.contains(role);
    }

    /** The words; one that stands a second time has a number. */
    private static Map<String, Word> numbered(Reading reading) {
        Map<String, Word> words = new LinkedHashMap<>();
        Map<String, Integer> times = new HashMap<>();
        for (Word word : reading.words) {
            int time = times.merge(word.stem(), 1, Integer::sum);
            words.put(time == 1 ? word.stem() : word.stem() + " " + time, word);
        }
        return words;
    }

    private static Word word(Map<String, Word> words, String key) {
        return Objects.requireNonNull(words.get(key));
    }

    private static String second(String stem) {
        return stem + " 2";
    }

    private List<String> order(Map<String, Word> words) {
        return words.keySet().stream().filter(common::contains).toList();
    }

    /** What both have; of what stands in them more than once only where they have all the same words. */
    private Set<String> common() {
        Set<String> keys = new HashSet<>(mine.keySet());
        keys.retainAll(theirs.keySet());
        boolean same = keys.size() == mine.size() && keys.size() == theirs.size();
        if (!same) {
            keys.removeIf(key -> isRepeated(mine, key) || isRepeated(theirs, key));
        }
        return keys;
    }

    private static boolean isRepeated(Map<String, Word> words, String key) {
        return words.containsKey(second(word(words, key).stem()));
    }
}
