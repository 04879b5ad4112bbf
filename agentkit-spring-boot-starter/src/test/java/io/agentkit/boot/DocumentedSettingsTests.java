package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.CallKind;
import io.agentkit.boot.Metadata.Key;
import io.agentkit.catalog.MiddlewareCatalog;
import io.agentkit.limit.RateLimitSpec;
import io.agentkit.spec.MiddlewareSpec;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** The pages of settings are made from the code; {@code -Ddocs.update=true} writes them. */
class DocumentedSettingsTests {

    private static final String MADE =
            "<!-- Made from the code: run DocumentedSettingsTests with -Ddocs.update=true to write it again. -->\n\n";

    private final MiddlewareCatalog catalog = MiddlewareCatalog.builtIns();

    @Test
    void everySettingStandsInTheDocumentation() throws Exception {
        StringBuilder page =
                new StringBuilder("# Configuration\n\n").append(MADE).append("""
                All keys below `agentkit`. `<name>` is a name of your choice; one with other characters than letters, digits, dashes and
                underscores stands in quotes and brackets, such as `"[gpt-4.1]"` or `"[openai/gpt-5]"`. Below `agentkit.chains.<name>.chat` and `agentkit.chains.<name>.tool` stand the same keys as below `agentkit.chat`
                and `agentkit.tool`. What a middleware does without a setting is in [defaults.md](defaults.md). A key that is not listed here stops
                the start.

                """);
        table(page);
        Metadata.all().forEach((key, about) -> {
            if (!ofNames().containsKey(key)) {
                row(page, key, about);
                rows(
                        page,
                        key + "[0].",
                        about.type().replaceAll("^java\\.util\\.List<(io\\.agentkit\\.[\\w.$]+)>$", "$1"));
            }
            ofNames().getOrDefault(key, "").lines().forEach(type -> rows(page, key + ".<name>.", type));
        });

        compare("configuration.md", page.toString());
    }

    @Test
    void everyDefaultStandsInTheDocumentation() throws Exception {
        StringBuilder page = new StringBuilder("# Defaults\n\n").append(MADE).append("""
                An application that writes no list has these chains:

                """);
        page.append("- chat: `")
                .append(ChainDefaults.list(CallKind.CHAT, catalog))
                .append("`\n");
        page.append("- tool: `")
                .append(ChainDefaults.list(CallKind.TOOL, catalog))
                .append("`\n\n");
        page.append("What a middleware works with where its block says nothing:\n\n");
        page.append("| middleware | chains | setting | default |\n|---|---|---|---|\n");
        for (String name : catalog.names()) {
            for (Class<? extends MiddlewareSpec> spec : catalog.find(name)) {
                defaultRows(page, name, spec);
            }
        }

        compare("defaults.md", page.toString());
    }

    private void defaultRows(StringBuilder page, String name, Class<? extends MiddlewareSpec> spec)
            throws ReflectiveOperationException {
        defaults(name, spec)
                .forEach((key, value) -> page.append("| `%s` | %s | %s | %s |%n"
                        .formatted(
                                name,
                                chains(name, spec),
                                key.isEmpty() ? "" : "`" + key + "`",
                                key.isEmpty() || value.toString().contains("`") ? value : "`" + value + "`")));
    }

    private String chains(String name, Class<? extends MiddlewareSpec> spec) {
        boolean chat = spec.equals(catalog.find(name, CallKind.CHAT));
        return chat ? spec.equals(catalog.find(name, CallKind.TOOL)) ? "both" : "chat" : "tool";
    }

    private Map<String, Object> defaults(String name, Class<? extends MiddlewareSpec> type)
            throws ReflectiveOperationException {
        if (name.equals("rate-limit")) {
            return flat("", Settings.of(RateLimitSpec.shared("must be set, or a rate of its own")));
        }
        Method defaults = ReflectionUtils.findMethod(type, "defaults");
        if (defaults == null) {
            return Map.of("", "none: it has to be told what to do");
        }
        Record spec = (Record) defaults.invoke(null);
        Map<String, Object> settings = flat("", Settings.of(spec));
        settings.putAll(blocksThatAreOff(spec));
        return settings.isEmpty() ? Map.of("", "") : settings;
    }

    /** What works in a block that does nothing until it is written. */
    private static Map<String, Object> blocksThatAreOff(Record spec) throws ReflectiveOperationException {
        Map<String, Object> settings = new LinkedHashMap<>();
        for (RecordComponent component : spec.getClass().getRecordComponents()) {
            Method defaults = ReflectionUtils.findMethod(component.getType(), "defaults");
            if (component.getAccessor().invoke(spec) == null && defaults != null) {
                String block = DataObjectPropertyName.toDashedForm(component.getName());
                flat(block + ".", Settings.of((Record) defaults.invoke(null)))
                        .forEach((key, value) -> settings.put(key, value + ", once `" + block + "` is written"));
            }
        }
        return settings;
    }

    /** Maps whose values are blocks of settings, with the type of the block. */
    private static Map<String, String> ofNames() {
        return Map.of(
                "agentkit.tool.tools", "io.agentkit.boot.AgentkitProperties$ToolSettings",
                "agentkit.budgets", "io.agentkit.spend.BudgetSpec",
                "agentkit.chat.fallback.targets", "io.agentkit.resilience.FallbackTarget",
                "agentkit.tool.egress.tools", "io.agentkit.egress.ToolEgress",
                "agentkit.rate-limiters", "io.agentkit.limit.RateLimiterSpec",
                "agentkit.pricing.models", "io.agentkit.price.Rates",
                "agentkit.chains", "");
    }

    /** A block's rows, each with those of the blocks that stand below names in it. */
    private static void rows(StringBuilder page, String prefix, String type) {
        Metadata.of(type).forEach((below, about) -> {
            row(page, prefix + below, about);
            String value = about.type().replaceAll("^java\\.util\\.Map<[^,]*,(io\\.agentkit\\.[\\w.$]+)>$", "$1");
            if (!value.equals(about.type())) {
                rows(page, prefix + below + ".<name>.", value);
            }
        });
    }

    private static void table(StringBuilder page) {
        page.append("| key | value | what |\n|---|---|---|\n");
    }

    private static void row(StringBuilder page, String key, Key about) {
        String text = about.description()
                .replaceAll("\\{@(?:code|link) ([^}]*)}", "`$1`")
                .replace("|", "\\|");
        page.append("| `%s` | %s | %s |%n".formatted(key, value(about.type()), text));
    }

    private static String value(String type) {
        if (type.startsWith("java.util.Map")) {
            return type.endsWith("java.time.Duration>") ? "duration by name" : "text by name";
        }
        if (type.startsWith("java.util.List") || type.startsWith("java.util.Set")) {
            return "list";
        }
        if (ClassUtils.isPresent(type, null)) {
            Class<?> known = ClassUtils.resolveClassName(type, null);
            if (known.isEnum()) {
                return Arrays.stream(known.getEnumConstants())
                        .map(each ->
                                "`" + each.toString().toLowerCase(Locale.ROOT).replace('_', '-') + "`")
                        .collect(Collectors.joining(", "));
            }
        }
        return switch (type.substring(type.lastIndexOf('.') + 1)) {
            case "Integer", "Long" -> "whole number";
            case "Double", "BigDecimal" -> "decimal number";
            case "Boolean" -> "`true`, `false`";
            case "Duration" -> "duration";
            case "DataSize" -> "size";
            case "ZoneId" -> "time zone";
            default -> "text";
        };
    }

    private static Map<String, Object> flat(String prefix, Map<?, ?> settings) {
        Map<String, Object> flat = new LinkedHashMap<>();
        settings.forEach((key, value) -> {
            if (value instanceof Map<?, ?> block) {
                flat.putAll(flat(prefix + key + ".", block));
            } else {
                flat.put(prefix + key, value);
            }
        });
        return flat;
    }

    private static void compare(String file, String made) throws IOException {
        Path page = Path.of("..", "docs", file);
        if (Boolean.getBoolean("docs.update")) {
            Files.writeString(page, made);
        }
        assertThat(page).content().isEqualToNormalizingNewlines(made);
    }
}
