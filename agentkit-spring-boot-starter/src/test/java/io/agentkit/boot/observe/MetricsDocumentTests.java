package io.agentkit.boot.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.observe.AgentKitObservation;
import io.micrometer.common.docs.KeyName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of {@code docs/metrics.md} say what the code does. */
class MetricsDocumentTests {

    private static List<String> rows(String table) throws IOException {
        String page = Files.readString(Path.of("..", "docs", "metrics.md"));
        int start = page.indexOf("<!-- table: " + table + " -->");
        return page.substring(start)
                .lines()
                .dropWhile(line -> !line.startsWith("|---"))
                .skip(1)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.substring(0, line.lastIndexOf('|', line.length() - 2))
                        .strip())
                .toList();
    }

    private static String names(KeyName... keys) {
        return Arrays.stream(keys).map(key -> "`" + key.asString() + "`").collect(Collectors.joining(", "));
    }

    @Test
    void listsTheMeters() throws IOException {
        assertThat(rows("meters"))
                .containsExactlyElementsOf(Arrays.stream(AgentkitMeter.values())
                        .map(meter -> "| `%s` | %s | %s"
                                .formatted(
                                        meter.getName(),
                                        meter.getType().name().toLowerCase(java.util.Locale.ROOT)
                                                + (meter.getBaseUnit() == null ? "" : ", " + meter.getBaseUnit()),
                                        names(meter.getKeyNames()))
                                .strip())
                        .toList());
    }

    @Test
    void listsTheLabelsOfObservations() throws IOException {
        assertThat(rows("labels"))
                .containsExactlyElementsOf(Arrays.stream(AgentKitObservation.values())
                        .map(each -> "| `%s` | %s".formatted(each.getName(), names(each.getLowCardinalityKeyNames())))
                        .toList());
    }

    @Test
    void listsTheKeysOfObservations() throws IOException {
        assertThat(rows("keys"))
                .containsExactlyElementsOf(Stream.of(
                                AgentKitObservation.CallKey.values(),
                                AgentKitObservation.ChatKey.values(),
                                AgentKitObservation.ToolKey.values(),
                                AgentKitObservation.RequestKey.values())
                        .flatMap(Arrays::stream)
                        .map(key -> "| `" + ((KeyName) key).asString() + "`")
                        .distinct()
                        .toList());
    }
}
