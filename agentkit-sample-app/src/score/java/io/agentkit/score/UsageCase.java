package io.agentkit.score;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * One recorded answer.
 *
 * @param row the line of the data set
 */
record UsageCase(JsonNode row) {

    static final ObjectMapper JSON = new ObjectMapper();

    static List<UsageCase> read(Path file) throws IOException {
        List<UsageCase> cases = new ArrayList<>();
        try (var lines = Files.lines(file)) {
            lines.filter(line -> !line.isBlank()).forEach(line -> cases.add(new UsageCase(JSON.readTree(line))));
        }
        return cases;
    }

    JsonNode body() {
        return row.path("body");
    }

    /** The answer as it came. */
    String answer() {
        return body().isString() ? body().stringValue() : body().toString();
    }

    String name() {
        return row.path("provider").asString("") + " " + row.path("source").asString("");
    }

    String path() {
        return row.path("path").asString("");
    }

    /** Whether the row says nothing of what is right. */
    boolean isJudgedByRule() {
        return !row.has("expected") && !row.has("usage");
    }
}
