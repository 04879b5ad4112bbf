package io.agentkit.boot.endpoint;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON examples of {@code docs/endpoints.md}. */
final class Documented {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private Documented() {}

    static JsonNode example(String name) {
        try {
            String page = Files.readString(Path.of("..", "docs", "endpoints.md"));
            int start = page.indexOf("<!-- example: " + name + " -->");
            int json = page.indexOf("```json\n", start) + 8;
            return MAPPER.readTree(page.substring(json, page.indexOf("```", json)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** As the actuator writes it: absent instead of null. */
    static JsonNode json(Object value) {
        return MAPPER.readTree(MAPPER.writeValueAsString(value));
    }
}
