package io.agentkit.score;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A damaged text and what it is to become.
 *
 * @param input the text
 * @param expected the value; nothing where the text cannot be repaired
 * @param fails whether the text cannot be repaired
 */
record CoercionCase(String input, JsonNode expected, boolean fails) {

    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** An expected value is JSON, or text of JSON; a text that is no JSON is a string. */
    static List<CoercionCase> read(Path file) throws IOException {
        List<CoercionCase> cases = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (line.isBlank()) {
                continue;
            }
            JsonNode row = JSON.readTree(line);
            boolean fails =
                    row.path("fails").asBoolean(false) || row.path("throws").asBoolean(false);
            JsonNode expected = row.path("expected");
            cases.add(new CoercionCase(row.get("input").asString(), value(expected), fails));
        }
        return cases;
    }

    private static JsonNode value(JsonNode expected) {
        if (!expected.isString()) {
            return expected;
        }
        try {
            JsonNode value = JSON.readTree(expected.asString());
            return value.isMissingNode() ? expected : value;
        } catch (RuntimeException text) {
            return expected;
        }
    }
}
