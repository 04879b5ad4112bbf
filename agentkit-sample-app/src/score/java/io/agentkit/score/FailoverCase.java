package io.agentkit.score;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One row of the scenarios: what goes wrong, and what is expected, both in words.
 *
 * @param id the row's name
 * @param fault what the provider does
 * @param expected what a caller may demand
 */
record FailoverCase(String id, String fault, String expected) {

    static List<FailoverCase> read(Path file) throws IOException {
        JsonMapper json = JsonMapper.shared();
        return Files.readAllLines(file).stream()
                .filter(line -> !line.isBlank())
                .map(json::readTree)
                .map(row -> new FailoverCase(text(row, "id"), text(row, "fault"), text(row, "expected")))
                .toList();
    }

    private static String text(JsonNode row, String field) {
        return row.path(field).asString("");
    }

    /** What the expectation says in such words, or null when it does not. */
    @Nullable
    MatchResult expects(String words) {
        return Pattern.compile(words).matcher(expected).results().findFirst().orElse(null);
    }
}
