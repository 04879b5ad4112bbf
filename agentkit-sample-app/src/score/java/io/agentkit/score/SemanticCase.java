package io.agentkit.score;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Two questions.
 *
 * @param a one that was answered
 * @param b one that is asked
 * @param same whether the answer to the one answers the other
 * @param kind what they differ in
 */
record SemanticCase(String a, String b, boolean same, String kind) {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String TRAPS = "semantic-traps.jsonl";

    /** The traps that were written before the gates, and true paraphrases of the same kinds. */
    static List<SemanticCase> traps() throws IOException {
        try (InputStream in = SemanticCase.class.getResourceAsStream(TRAPS);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.isBlank())
                    .map(SemanticCase::of)
                    .toList();
        }
    }

    static List<SemanticCase> read(Path file) throws IOException {
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> !line.isBlank()).map(SemanticCase::of).toList();
        }
    }

    private static SemanticCase of(String line) {
        JsonNode node = JSON.readTree(line);
        return new SemanticCase(
                node.required("a").asString(),
                node.required("b").asString(),
                node.required("same").asBoolean(),
                node.path("kind").asString("other"));
    }
}
