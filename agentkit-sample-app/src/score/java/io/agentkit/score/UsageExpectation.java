package io.agentkit.score;

import io.agentkit.usage.UsageReading;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a row expects. */
final class UsageExpectation {

    private static final String COMPACTION =
            "summarising the conversation is a step that the outer counts leave out; Anthropic charges it, the catalogue does not count it";

    private static final String THOUGHTS =
            "Google's server for OpenAI's protocol has the thoughts in the total only; Google charges them,"
                    + " the catalogue does not count them";

    private UsageExpectation() {}

    /**
     * Of several expectations the right one: where the body has what is charged apart, the one that equals it; else, where it has a total,
     * one that adds up to it; and of those that are left the one that says the most. Null when no usage is expected.
     */
    static @Nullable Map<String, Long> of(UsageCase row) {
        if (row.row().has("usage")) {
            JsonNode usage = row.row().path("usage");
            return usage.isNull() ? null : counts(usage);
        }
        List<Map<String, Long>> all = StreamSupport.stream(
                        row.row().path("expected").spliterator(), false)
                .map(expected -> counts(expected.path("usage")))
                .toList();
        JsonNode billed = row.body().path("usage").path("billed_units");
        long total = total(row.body());
        Map<String, Long> best = null;
        long most = -1;
        for (Map<String, Long> counts : all) {
            long input = counts.getOrDefault("input_tokens", 0L);
            long output = counts.getOrDefault("output_tokens", 0L);
            long rank = counts.size();
            rank += total >= 0 && input + output == total ? 100 : 0;
            rank += billed.path("input_tokens").asLong(-1) == input ? 1_000 : 0;
            if (rank > most) {
                most = rank;
                best = counts;
            }
        }
        return best;
    }

    private static long total(JsonNode body) {
        long total = body.path("usage").path("total_tokens").asLong(-1);
        return total >= 0
                ? total
                : body.path("usageMetadata").path("totalTokenCount").asLong(-1);
    }

    static Map<String, Long> counts(JsonNode usage) {
        Map<String, Long> counts = new HashMap<>();
        usage.properties()
                .forEach(count -> counts.put(count.getKey(), count.getValue().asLong()));
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    /** The same without reasoning, which is inside the answer: who leaves it out has read the same answer. */
    static Map<String, Long> withoutParts(@Nullable Map<String, Long> counts) {
        Map<String, Long> whole = counts == null ? new HashMap<>() : new HashMap<>(counts);
        whole.remove("output_reasoning_tokens");
        return whole;
    }

    /** Why a reading rightly differs from what the row expects; null when it should not. */
    static @Nullable String reason(UsageCase row, UsageReading reading) {
        if (row.isJudgedByRule() || reading.usage() == null) {
            return null;
        }
        JsonNode usage = row.body().path("usage");
        Map<String, Long> expected = of(row);
        if (expected == null) {
            return null;
        }
        for (JsonNode step : usage.path("iterations")) {
            if (step.path("type").asString("").equals("compaction")) {
                return COMPACTION;
            }
        }
        long hidden = usage.path("total_tokens").asLong()
                - usage.path("prompt_tokens").asLong()
                - usage.path("completion_tokens").asLong();
        boolean google = row.body().path("model").asString("").startsWith("gemini");
        boolean counted = hidden > 0
                && reading.usage().output() == usage.path("completion_tokens").asLong() + hidden;
        return google && counted ? THOUGHTS : null;
    }
}
