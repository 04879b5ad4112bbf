package io.agentkit.score;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the files say after all crashes.
 *
 * @param effects how often the tool acted for each order
 * @param answered orders whose caller got the result of the tool, at once or again
 * @param replayed answers that were given again without the tool
 * @param unknown orders that were refused since nobody knows whether they were charged
 * @param others answers that should not be, in words
 */
record CrashFacts(
        Map<String, Integer> effects, Set<String> answered, int replayed, Set<String> unknown, List<String> others) {

    static CrashFacts of(List<String> effects, List<String> answers) {
        Map<String, Integer> counted = new HashMap<>();
        effects.forEach(order -> counted.merge(order, 1, Integer::sum));
        Set<String> answered = new HashSet<>();
        Set<String> unknown = new HashSet<>();
        List<String> others = new ArrayList<>();
        int replayed = 0;
        for (String answer : answers) {
            String[] parts = answer.split(" ", 3);
            if (parts[1].equals("OUTCOME_UNKNOWN")) {
                unknown.add(parts[0]);
            } else if (parts[2].equals("charged " + parts[0])) {
                answered.add(parts[0]);
                replayed += parts[1].equals("HIT") ? 1 : 0;
            } else {
                others.add(answer);
            }
        }
        return new CrashFacts(counted, answered, replayed, unknown, others);
    }

    long twice() {
        return effects.values().stream().filter(times -> times > 1).count();
    }

    /** Answered, and the tool never acted. */
    long invented() {
        return answered.stream().filter(order -> !effects.containsKey(order)).count();
    }

    /** The tool acted, its caller never heard of it, and it was not called unknown either. */
    long forgotten() {
        return effects.keySet().stream()
                .filter(order -> !answered.contains(order) && !unknown.contains(order))
                .count();
    }

    /** Acted without a record that it was about to. */
    long unrecorded(Set<String> started) {
        return effects.keySet().stream()
                .filter(order -> !started.contains(order))
                .count();
    }
}
