package io.agentkit.score;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A URL, and whether a tool may reach it.
 *
 * @param category what kind of form it is
 * @param url as a model may write it
 * @param blocked whether it must be refused
 */
record EgressCase(String category, String url, boolean blocked) {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String LABELS = "egress-labels.tsv";

    static EgressCase block(String category, String url) {
        return new EgressCase(category, url, true);
    }

    static EgressCase allow(String category, String url) {
        return new EgressCase(category, url, false);
    }

    /** A line is an object with {@code category}, {@code url}, and {@code expect}: {@code block} or {@code allow}. */
    static List<EgressCase> read(Path file) throws IOException {
        return read(Files.readAllLines(file));
    }

    /** The same from a file beside this class. */
    static List<EgressCase> read(String resource) throws IOException {
        return read(resourceLines(resource));
    }

    private static List<EgressCase> read(List<String> lines) {
        List<EgressCase> cases = new ArrayList<>();
        for (String line : lines) {
            if (!line.isBlank()) {
                JsonNode row = JSON.readTree(line);
                cases.add(new EgressCase(
                        row.path("category").asString("none"),
                        row.path("url").stringValue(),
                        blocked(row.path("expect").asString(""))));
            }
        }
        return cases;
    }

    /** The lines of the data set that are labelled. */
    static List<EgressCase> labelled(Path folder) throws IOException {
        List<EgressCase> cases = new ArrayList<>();
        for (String label : resourceLines(LABELS)) {
            if (label.startsWith("#")) {
                continue;
            }
            String[] columns = label.split("\t");
            String line = Files.readAllLines(folder.resolve(columns[0])).get(Integer.parseInt(columns[1]) - 1);
            String url = columns[0].endsWith(".jsonl")
                    ? JSON.readTree(line).path("url").stringValue()
                    : line;
            cases.add(new EgressCase("data: " + columns[0], url, blocked(columns[2])));
        }
        return cases;
    }

    private static List<String> resourceLines(String name) throws IOException {
        try (InputStream in = EgressCase.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("There is no " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static boolean blocked(String expect) {
        return switch (expect) {
            case "block" -> true;
            case "allow" -> false;
            default ->
                throw new IllegalArgumentException("'expect' must be block or allow (was '%s')".formatted(expect));
        };
    }
}
