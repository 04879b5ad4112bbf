package io.agentkit.coerce;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was made of an answer's text.
 *
 * @param json the valid JSON; null when there is none
 * @param problems what is wrong with it
 */
record Answer(@Nullable String json, List<OutputProblem> problems) {

    /** Values that are looked at, the last ones of an answer: more of them are no answer. */
    private static final int VALUES = 16;

    static Answer read(String text, OutputSchema<?> schema) {
        List<String> found = values(text);
        Answer best = null;
        for (int i = found.size() - 1; i >= Math.max(0, found.size() - VALUES); i--) {
            Answer answer = check(found.get(i), schema);
            if (answer.isValid()) {
                return answer;
            }
            if (best == null || answer.problems.size() < best.problems.size()) {
                best = answer;
            }
        }
        if (found.size() > 1) {
            Answer all = check(found.toString(), schema);
            if (all.isValid()) {
                return all;
            }
        }
        return best == null ? new Answer(null, List.of(Problems.noJson())) : best;
    }

    private static Answer check(String json, OutputSchema<?> schema) {
        return new Answer(json, schema.check(json).problems());
    }

    /** The values in the text, and those in a string that is all there is: some models escape their answer. */
    private static List<String> values(String text) {
        List<String> found = JsonRepair.reply().find(text);
        if (found.size() == 1 && found.get(0).stripLeading().startsWith("\"")) {
            List<String> both = new ArrayList<>(JsonRepair.reply().find(EscapedText.unescaped(inside(found.get(0)))));
            both.add(found.get(0));
            return both;
        }
        return found;
    }

    private static String inside(String string) {
        String stripped = string.strip();
        return stripped.substring(1, stripped.length() - 1);
    }

    boolean isValid() {
        return problems.isEmpty();
    }
}
