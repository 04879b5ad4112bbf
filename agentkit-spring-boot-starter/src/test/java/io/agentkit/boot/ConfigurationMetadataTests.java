package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.CallKind;
import io.agentkit.catalog.MiddlewareCatalog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/** What an IDE completes. */
class ConfigurationMetadataTests {

    private final MiddlewareCatalog catalog = MiddlewareCatalog.builtIns();

    @Test
    void describesEveryKey() {
        assertThat(Metadata.all())
                .isNotEmpty()
                .allSatisfy(
                        (key, about) -> assertThat(about.description()).as(key).isNotBlank());
    }

    @Test
    void knowsTheKeysOfEachMiddleware() {
        assertThat(Metadata.all())
                .containsKeys(
                        "agentkit.chat.chain",
                        "agentkit.chat.retry.max-attempts",
                        "agentkit.chat.retry.backoff.base",
                        "agentkit.chat.meter.assumed-max-output",
                        "agentkit.tool.audit.keep-arguments",
                        "agentkit.tool.default-safety",
                        "agentkit.assign.models",
                        "agentkit.spring-ai.exclude-beans",
                        "agentkit.runs.tenant-from");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.agentkit.boot.AgentkitProperties$ToolSettings",
                "io.agentkit.boot.AgentkitProperties$Pair",
                "io.agentkit.spend.BudgetSpec",
                "io.agentkit.price.Rates",
                "io.agentkit.price.TierRates",
                "io.agentkit.price.CatalogueSpec"
            })
    void describesTheKeysBelowNamesOfTheApplicationsChoice(String type) {
        assertThat(Metadata.of(type))
                .isNotEmpty()
                .allSatisfy(
                        (key, about) -> assertThat(about.description()).as(key).isNotBlank());
    }

    @Test
    void hasAComponentForEveryMiddleware() {
        assertThat(blocks(AgentkitProperties.Chat.class, Set.of("chain"))).isEqualTo(specs(CallKind.CHAT));
        assertThat(blocks(AgentkitProperties.Tool.class, Set.of("chain", "tools", "default-safety")))
                .isEqualTo(specs(CallKind.TOOL));
    }

    private Map<String, Class<?>> specs(CallKind kind) {
        Map<String, Class<?>> specs = new LinkedHashMap<>();
        catalog.names(kind).forEach(name -> specs.put(name, catalog.find(name, kind)));
        return specs;
    }

    private static Map<String, Class<?>> blocks(Class<?> chain, Set<String> others) {
        Map<String, Class<?>> blocks = new LinkedHashMap<>();
        Stream.of(chain.getRecordComponents())
                .forEach(component ->
                        blocks.put(DataObjectPropertyName.toDashedForm(component.getName()), component.getType()));
        blocks.keySet().removeAll(others);
        return blocks;
    }
}
