package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.catalog.MiddlewareCatalog;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an IDE completes. */
class ConfigurationMetadataTests {

    private static final JsonMapper JSON = new JsonMapper();

    private final MiddlewareCatalog catalog = MiddlewareCatalog.builtIns();

    @Test
    void describesEveryKey() {
        assertThat(keys("spring-configuration-metadata.json"))
                .isNotEmpty()
                .allSatisfy(
                        (key, description) -> assertThat(description).as(key).isNotBlank());
    }

    @Test
    void knowsTheKeysOfEachMiddleware() {
        assertThat(keys("spring-configuration-metadata.json"))
                .containsKeys(
                        "agentkit.chat.chain",
                        "agentkit.chat.retry.max-attempts",
                        "agentkit.chat.retry.backoff.base",
                        "agentkit.chat.meter.assumed-max-output",
                        "agentkit.tool.audit.keep-arguments",
                        "agentkit.tool.default-safety",
                        "agentkit.assign.models",
                        "agentkit.spring-ai.exclude-beans");
    }

    @Test
    void describesTheKeysBelowNamesOfTheApplicationsChoice() {
        assertThat(sourceKeys("io.agentkit.boot.AgentkitProperties$ToolSettings"))
                .containsKey("safety");
        assertThat(sourceKeys("io.agentkit.boot.AgentkitProperties$Pair")).containsKeys("chat.chain", "tool.chain");
        assertThat(sourceKeys("io.agentkit.spend.BudgetSpec")).containsKeys("scope", "max-usd");
        assertThat(sourceKeys("io.agentkit.spend.Rates")).containsKeys("input", "output", "cache-read", "cache-write");
    }

    @Test
    void hasAComponentForEveryMiddleware() {
        assertThat(blocks(AgentkitProperties.Chat.class, Set.of("chain"))).isEqualTo(specs(catalog.chatNames()));
        assertThat(blocks(AgentkitProperties.Tool.class, Set.of("chain", "tools", "default-safety")))
                .isEqualTo(specs(catalog.toolNames()));
    }

    private Map<String, Class<?>> specs(Set<String> names) {
        Map<String, Class<?>> specs = new LinkedHashMap<>();
        names.forEach(name -> specs.put(name, catalog.find(name)));
        return specs;
    }

    private static Map<String, Class<?>> blocks(Class<?> chain, Set<String> others) {
        Map<String, Class<?>> blocks = new LinkedHashMap<>();
        Stream<RecordComponent> components = Arrays.stream(chain.getRecordComponents());
        components.forEach(component -> {
            String name = DataObjectPropertyName.toDashedForm(component.getName());
            if (!others.contains(name)) {
                blocks.put(name, component.getType());
            }
        });
        return blocks;
    }

    private static Map<String, String> sourceKeys(String type) {
        Map<String, String> keys = keys("spring/configuration-metadata/" + type + ".json");
        assertThat(keys)
                .allSatisfy((key, description) ->
                        assertThat(description).as(type + ": " + key).isNotBlank());
        return keys;
    }

    private static Map<String, String> keys(String file) {
        Map<String, String> keys = new LinkedHashMap<>();
        try {
            var all = ConfigurationMetadataTests.class.getClassLoader().getResources("META-INF/" + file);
            while (all.hasMoreElements()) {
                try (InputStream in = all.nextElement().openStream()) {
                    JsonNode tree = Objects.requireNonNull(JSON.readTree(in));
                    if (file.startsWith("spring/") || tree.toString().contains("\"agentkit.")) {
                        tree.get("properties")
                                .forEach(key -> keys.put(
                                        key.get("name").asString(),
                                        key.has("description")
                                                ? key.get("description").asString()
                                                : ""));
                    }
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return keys;
    }
}
