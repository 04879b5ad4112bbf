package io.agentkit.score;

import io.agentkit.chat.ServiceTier;
import io.agentkit.usage.UsageReading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a recorded answer says, derived slowly and in another way than the reader's: events are split by blank lines, every object of counts
 * is flattened, of each field the last value that is not null is kept, and one sum by the rule that the provider of the row's address
 * documents. The reader goes by the shape and knows no address.
 *
 * @param usage the tokens in the words of genai-prices; null for none
 * @param model the model served
 * @param tier the tier served
 * @param failed whether the answer is an error or holds one
 */
record UsageOracle(
        @Nullable Map<String, Long> usage,
        @Nullable String model,
        @Nullable ServiceTier tier,
        boolean failed) {

    static UsageOracle of(UsageCase row) {
        Map<String, Long> counts = new HashMap<>();
        String model = null;
        ServiceTier tier = null;
        boolean failed = false;
        for (JsonNode event : events(row)) {
            for (JsonNode part : List.of(event, event.path("message"), event.path("response"))) {
                String named =
                        part.path("model").asString(part.path("modelVersion").asString(""));
                model = named.isEmpty() ? model : named;
                for (JsonNode tiered : List.of(part, part.path("usage"), part.path("usageMetadata"))) {
                    for (String field : List.of("trafficType", "serviceTier", "service_tier")) {
                        ServiceTier said = ServiceTier.of(tiered.path(field).asString(""));
                        tier = said == null ? tier : said;
                    }
                }
                failed |= part.path("error").isObject() || part.path("error").isString();
                for (String holder : List.of("usage", "usageMetadata", "meta")) {
                    flatten("", part.path(holder), counts);
                }
            }
        }
        return new UsageOracle(UsageRules.of(row.path()).apply(counts), model, tier, failed);
    }

    private static List<JsonNode> events(UsageCase row) {
        String answer = row.answer().replace("\r\n", "\n");
        if (answer.startsWith("[")) {
            return List.copyOf(UsageCase.JSON.readTree(answer).values());
        }
        boolean lines = answer.startsWith("{");
        List<JsonNode> events = new ArrayList<>();
        for (String block : answer.split(lines ? "\n" : "\n\n")) {
            StringBuilder data = new StringBuilder(lines ? block : "");
            for (String line : block.split("\n")) {
                data.append(line.startsWith("data:") ? line.substring(5) : "");
            }
            if (!data.toString().isBlank() && !data.toString().strip().equals("[DONE]")) {
                events.add(UsageCase.JSON.readTree(data.toString()));
            }
        }
        return events;
    }

    private static void flatten(String path, JsonNode node, Map<String, Long> counts) {
        if (node.isIntegralNumber()) {
            counts.put(path.substring(1), node.longValue());
        }
        node.properties().forEach(field -> flatten(path + "." + field.getKey(), field.getValue(), counts));
        if (node.isArray() && path.endsWith("Details")) {
            for (JsonNode modality : node) {
                counts.put(
                        path.substring(1) + "."
                                + modality.path("modality")
                                        .asString(modality.path("ttl").asString("")),
                        modality.path("tokenCount")
                                .asLong(modality.path("inputTokens").asLong()));
            }
        }
        if (node.isArray() && path.endsWith("iterations")) {
            Map<String, Long> summaries = new HashMap<>();
            for (JsonNode step : node) {
                if (step.path("type").asString("").equals("compaction")) {
                    step.properties()
                            .forEach(count -> summaries.merge(
                                    "compaction." + count.getKey(),
                                    count.getValue().asLong(),
                                    Long::sum));
                }
            }
            counts.putAll(summaries);
        }
    }

    /** Where the reading differs; null when it does not. */
    @Nullable
    String difference(UsageReading reading) {
        String tokens = UsageTokens.difference(usage, reading.usage());
        if (tokens != null) {
            return tokens;
        }
        if (!Objects.equals(model, reading.model())) {
            return "model: expected " + model + ", read " + reading.model();
        }
        ServiceTier read = reading.usage() == null ? null : reading.usage().tier();
        if (usage != null && tier != read) {
            return "tier: expected " + tier + ", read " + read;
        }
        return failed == (reading.failure() != null)
                ? null
                : "error: expected " + failed + ", read " + reading.failure();
    }
}
