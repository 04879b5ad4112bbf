package io.agentkit.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.CallKind;
import io.agentkit.catalog.MiddlewareCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.web.servlet.client.RestTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the README promises. */
class ReadmeTests {

    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\\n(.*?)```", Pattern.DOTALL);

    private static final Pattern ROW = Pattern.compile("^\\| `([\\w-]+)` \\| ([\\w, ]+) \\|", Pattern.MULTILINE);

    private static final Pattern LINK = Pattern.compile("\\]\\((?!http)([^)#]+)");

    private final String readme = read(Path.of("..", "README.md"));

    @Test
    void showsTheConfigurationThatIsTested() {
        assertThat(blocks("yaml").get(0)).isEqualTo(read(Path.of("src", "test", "resources", "readme.yml")));
        assertThat(blocks("yaml").get(0).lines()).hasSize(8);
    }

    @Test
    void listsTheMiddlewaresThatExist() {
        MiddlewareCatalog catalog = MiddlewareCatalog.builtIns();
        Map<String, String> existing = new TreeMap<>();
        for (String name : catalog.names()) {
            existing.put(name, chains(catalog, name));
        }

        assertThat(ROW.matcher(readme).results().collect(Collectors.toMap(row -> row.group(1), row -> row.group(2))))
                .isEqualTo(existing);
    }

    @Test
    void leadsToFilesThatExist() {
        for (Path page : List.of(Path.of("..", "README.md"), Path.of("..", "docs", "guide.md"))) {
            assertThat(LINK.matcher(read(page)).results().map(link -> page.resolveSibling(link.group(1))))
                    .isNotEmpty()
                    .allMatch(Files::exists);
        }
    }

    @Test
    void showsAPartOfWhatTheEndpointAnswersToThatConfiguration() {
        try (ConfigurableApplicationContext application = start()) {
            RestTestClient http = RestTestClient.bindToServer()
                    .baseUrl("http://localhost:"
                            + ((WebServerApplicationContext) application)
                                    .getWebServer()
                                    .getPort())
                    .build();
            http.post().uri("/api/chat").body(new ChatQuestion("hello", "acme")).exchange();

            String answered = http.get()
                    .uri("/actuator/costs")
                    .exchange()
                    .expectBody(String.class)
                    .returnResult()
                    .getResponseBody();

            assertThat(shape(answered)).containsAll(shape(blocks("json").get(0)));
        }
    }

    private static ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(SampleApplication.class)
                .run(
                        "--server.port=0",
                        "--spring.config.name=readme",
                        "--spring.ai.model.chat=none",
                        "--spring.ai.model.embedding=none",
                        "--spring.ai.model.image=none",
                        "--spring.ai.model.audio.speech=none",
                        "--spring.ai.model.audio.transcription=none",
                        "--spring.ai.model.moderation=none",
                        "--sample.demo.word-delay=0",
                        "--agentkit.pricing.models.demo-model.input=10",
                        "--agentkit.pricing.models.demo-model.output=40");
    }

    private List<String> blocks(String language) {
        return BLOCK.matcher(readme)
                .results()
                .filter(block -> block.group(1).equals(language))
                .map((MatchResult block) -> block.group(2))
                .toList();
    }

    private static String chains(MiddlewareCatalog catalog, String name) {
        if (!catalog.names(CallKind.CHAT).contains(name)) {
            return "tool";
        }
        return catalog.names(CallKind.TOOL).contains(name) ? "chat, tool" : "chat";
    }

    /** The names of all fields. */
    private static TreeSet<String> shape(String json) {
        TreeSet<String> paths = new TreeSet<>();
        collect("", new JsonMapper().readTree(json), paths);
        return paths;
    }

    private static void collect(String path, JsonNode node, TreeSet<String> paths) {
        paths.add(path);
        node.properties().forEach(field -> collect(path + "/" + field.getKey(), field.getValue(), paths));
        if (node.isArray()) {
            node.forEach(element -> collect(path + "/*", element, paths));
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
