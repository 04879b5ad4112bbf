package io.agentkit.boot;

import io.agentkit.boot.AgentkitProperties.ToolSettings;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.source.ConfigurationProperty;

/** Finds what is said about tools and read by nothing in the chains that they go through. Safety and secrets are always read. */
final class UnreadFacts {

    /** Which middlewares read a fact. */
    private static final Map<String, List<String>> READERS = new LinkedHashMap<>();

    static {
        READERS.put("idempotency", List.of("idempotent"));
        READERS.put("volatile-arguments", List.of("idempotent", "memoize"));
        READERS.put("url-arguments", List.of("egress"));
        READERS.put("timeout", List.of("timeout"));
    }

    private final PropertyTree tree;
    private final ChainDefinitions definitions;
    private final Set<String> found = new LinkedHashSet<>();

    UnreadFacts(PropertyTree tree, ChainDefinitions definitions) {
        this.tree = tree;
        this.definitions = definitions;
    }

    /** @param pairs the pairs of chains that the declaration is for */
    void look(ToolDeclaration declaration, Collection<String> pairs) {
        List<ChainDefinition> chains =
                pairs.stream().map(definitions::tool).distinct().toList();
        if (chains.stream().anyMatch(UnreadFacts::hasOwn)) {
            return;
        }
        READERS.forEach((setting, readers) -> {
            boolean read =
                    chains.stream().anyMatch(chain -> chain.names().stream().anyMatch(readers::contains));
            if (!read && isSaid(declaration.settings(), setting)) {
                found.add(text(declaration, setting, readers, chains.get(0)));
            }
        });
    }

    /** What a middleware of the application's own reads nobody knows. */
    private static boolean hasOwn(ChainDefinition chain) {
        return chain.stages().stream().anyMatch(stage -> stage.spec() == null);
    }

    private static boolean isSaid(ToolSettings settings, String setting) {
        Object said = switch (setting) {
            case "idempotency" -> settings.idempotency();
            case "volatile-arguments" -> settings.volatileArguments();
            case "url-arguments" -> settings.urlArguments();
            default -> settings.timeout();
        };
        return said instanceof Collection<?> paths ? !paths.isEmpty() : said != null;
    }

    private String text(ToolDeclaration declaration, String setting, List<String> readers, ChainDefinition chain) {
        String source = declaration.source();
        boolean written = source.startsWith("agentkit.");
        ConfigurationProperty property = written ? tree.startingWith(source + "." + setting) : null;
        return "%s%s has no effect: no chain of the tool has %s, which would read it. Write %s into '%s', or remove it"
                .formatted(
                        written ? "'" + source + "." + setting + "'" : "'" + setting + "' of " + source,
                        property == null ? "" : " (" + property.getOrigin() + ")",
                        "'" + String.join("' or '", readers) + "'",
                        "'" + readers.get(0) + "'",
                        chain.pair().equals(ChainDefaults.PAIR)
                                ? "agentkit.tool.chain"
                                : "agentkit.chains.%s.tool.chain".formatted(chain.pair()));
    }

    Set<String> found() {
        return found;
    }
}
