package io.agentkit.score;

import io.agentkit.coerce.JsonRepair;
import io.agentkit.coerce.JsonRepair.Missing;
import io.agentkit.coerce.RepairedJson;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * Coercion: repairs broken JSON as two projects do in their tests, and compares by value. They take a text for different things, so each is
 * matched by one setting of ours for all of its cases: {@code jsonrepair} repairs a text that is one document, {@code json_repair} looks for
 * JSON in a model's answer, takes an empty string for a value that is missing, and gives an empty string where it finds nothing, which
 * is a failure here. Prints time for a KB and for hostile texts, small and ten times as large, besides.
 *
 * <p>Reads {@code json-repair}; or the file of {@code --cases} alone, in both ways, of which one has to reach the bar: a line is an object
 * with {@code input} and {@code expected} (a value, or a string that holds its JSON) or {@code "fails": true}.
 */
final class CoercionScore implements Score {

    private static final double BAR = 0.95;

    private static final JsonRepair DOCUMENT = JsonRepair.document();

    private static final JsonRepair REPLY = JsonRepair.reply().withMissing(Missing.EMPTY_STRING);

    private record Tally(String name, int equal, int all) {

        boolean met() {
            return all > 0 && equal >= BAR * all;
        }

        String text() {
            return String.format(
                    Locale.ROOT, "%s %d of %d (%.1f %%)", name, equal, all, 100.0 * equal / Math.max(1, all));
        }
    }

    @Override
    public Figures measure(ScoreInput input) throws IOException {
        boolean own = input.cases() == null;
        List<CoercionCase> documents =
                CoercionCase.read(own ? input.data().resolve("json-repair/jsonrepair_cases.jsonl") : input.cases());
        List<CoercionCase> replies =
                own ? CoercionCase.read(input.data().resolve("json-repair/json_repair_cases.jsonl")) : documents;
        Tally document = tally(own ? "jsonrepair" : "as documents", DOCUMENT, documents, input.out());
        Tally reply = tally(own ? "json_repair" : "as replies", REPLY, replies, input.out());
        boolean linear = !own || CoercionTimes.print(input.out());
        boolean met = own ? document.met() && reply.met() && linear : document.met() || reply.met();
        return new Figures(
                met, document.text() + ", " + reply.text() + (own ? linear ? ", linear" : ", not linear" : ""));
    }

    private static Tally tally(String name, JsonRepair repair, List<CoercionCase> cases, PrintStream out) {
        int equal = 0;
        List<String> wrong = new ArrayList<>();
        for (CoercionCase one : cases) {
            JsonNode value = repaired(repair, one.input());
            if (isRight(repair, one, value)) {
                equal++;
            } else {
                wrong.add(
                        CoercionCase.JSON.writeValueAsString(one.input()) + " -> " + (value == null ? "failure" : value)
                                + ", expected " + (one.fails() ? "failure" : one.expected()));
            }
        }
        wrong.forEach(line -> out.println(name + ": " + line));
        return new Tally(name, equal, cases.size());
    }

    private static JsonNode repaired(JsonRepair repair, String input) {
        RepairedJson outcome = repair.repair(input);
        if (outcome instanceof RepairedJson.Sound sound) {
            return CoercionCase.JSON.readTree(sound.json());
        }
        return outcome instanceof RepairedJson.Repaired repaired ? CoercionCase.JSON.readTree(repaired.json()) : null;
    }

    private static boolean isRight(JsonRepair repair, CoercionCase one, JsonNode value) {
        if (value == null) {
            boolean nothing = repair == REPLY
                    && one.expected().isString()
                    && one.expected().asString().isEmpty();
            return one.fails() || nothing;
        }
        return !one.fails() && isEqual(one.expected(), value);
    }

    private static boolean isEqual(JsonNode one, JsonNode other) {
        return one.equals(
                (a, b) -> a.isNumber() && b.isNumber()
                        ? a.decimalValue().compareTo(b.decimalValue())
                        : a.equals(b) ? 0 : 1,
                other);
    }
}
