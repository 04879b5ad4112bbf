package io.agentkit.score;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A text with its label.
 *
 * @param set where it comes from
 * @param attack whether it is one
 * @param place {@code user} for what a person says, {@code tool} for what a tool gives back
 */
record SecurityCase(String set, boolean attack, String place, String text) {

    private static final ObjectMapper JSON = new ObjectMapper();

    SecurityCase {
        if (!place.equals("user") && !place.equals("tool")) {
            throw new IllegalArgumentException("'place' must be user or tool (was %s)".formatted(place));
        }
    }

    static SecurityCase attack(String set, String place, String text) {
        return new SecurityCase(set, true, place, text);
    }

    static SecurityCase benign(String set, String place, String text) {
        return new SecurityCase(set, false, place, text);
    }

    SecurityCase as(String otherSet, String otherText) {
        return new SecurityCase(otherSet, attack, place, otherText);
    }

    static List<SecurityCase> read(Path file) throws IOException {
        List<SecurityCase> cases = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.isBlank()) {
                JsonNode node = JSON.readTree(line);
                String label = node.required("label").asString();
                if (!label.equals("attack") && !label.equals("benign")) {
                    throw new IllegalArgumentException("'label' must be attack or benign (was %s)".formatted(label));
                }
                cases.add(new SecurityCase(
                        node.required("set").asString(),
                        label.equals("attack"),
                        node.required("place").asString(),
                        node.required("text").asString()));
            }
        }
        return cases;
    }
}
