package io.agentkit.boot;

import io.agentkit.boot.AgentkitProperties.Pair;
import io.agentkit.boot.AgentkitProperties.Tool;
import io.agentkit.boot.AgentkitProperties.ToolSettings;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolSafety;
import io.agentkit.tool.ToolSecrets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;

/**
 * What is known about each tool: what the configuration says, before what the code says, before the default. Each fact comes from the
 * nearest source that gives it: a pair's own settings before those at {@code agentkit.tool}, and a tool's exact name, at either place, before
 * patterns. Remembers the tools that were asked for, at most 1,000. Thread-safe.
 */
public final class ToolDeclarations implements ToolSecrets {

    private static final int REMEMBERED = 1_000;

    private static final Logger log = LoggerFactory.getLogger(ToolDeclarations.class);

    private final AgentkitProperties properties;

    private final Map<Asked, DeclaredTool> known = new ConcurrentHashMap<>();

    private final Map<String, List<WrittenTools>> written = new ConcurrentHashMap<>();

    private record Asked(String pair, String tool, List<ToolDeclaration> inCode) {}

    private final Environment environment;

    private final ChainDefinitions definitions;

    ToolDeclarations(AgentkitProperties properties, Environment environment, ChainDefinitions definitions) {
        this.properties = properties;
        this.environment = environment;
        this.definitions = definitions;
    }

    /**
     * The facts of a tool as a pair of chains sees it.
     *
     * @param pair name of the pair; {@code default} for the one at {@code agentkit.tool}
     * @param tool name of the tool
     * @param inCode what the tool's code and its server declare, the nearest first; empty when they declare nothing
     */
    public ToolFacts facts(String pair, String tool, List<ToolDeclaration> inCode) {
        return declared(pair, tool, inCode).facts();
    }

    private DeclaredTool declared(String pair, String tool, List<ToolDeclaration> inCode) {
        Asked asked = new Asked(pair, tool, List.copyOf(inCode));
        DeclaredTool found = known.get(asked);
        if (found == null) {
            found = declared(asked);
            if (known.size() < REMEMBERED && known.putIfAbsent(asked, found) == null && found.conflict() != null) {
                log.warn("What is said about tool '{}' does not go together: {}", tool, found.conflict());
            }
        }
        return found;
    }

    /**
     * Compares what is said about tools with those that the application has when it starts.
     *
     * @throws InvalidConfigurationException when it contradicts itself, or is about arguments that a tool does not have
     */
    public void check(Collection<ToolInCode> tools) {
        PropertyTree tree = new PropertyTree(environment);
        ToolCheck check = new ToolCheck(tree);
        for (String pair : pairs()) {
            tools.forEach(tool -> check.check(tool, declared(pair, tool.name(), tool.declarations())));
            check.warnOfNames(places(pair), tools);
        }
        check.throwIfAny();
        unread(tree, tools).forEach(log::warn);
    }

    private Set<String> unread(PropertyTree tree, Collection<ToolInCode> tools) {
        UnreadFacts unread = new UnreadFacts(tree, definitions);
        common().all().forEach(declaration -> unread.look(declaration, pairs()));
        for (String pair : properties.chains().keySet()) {
            WrittenTools own = written(pair, own(pair));
            if (own != null) {
                own.all().forEach(declaration -> unread.look(declaration, List.of(pair)));
            }
        }
        for (ToolInCode tool : tools) {
            tool.declarations().forEach(declaration -> unread.look(declaration, pairs()));
        }
        return unread.found();
    }

    /** The tools that a pair of chains was asked about, by name. */
    public Map<String, DeclaredTool> known(String pair) {
        Map<String, DeclaredTool> tools = new TreeMap<>();
        known.forEach((asked, tool) -> {
            if (asked.pair().equals(pair)) {
                tools.put(asked.tool(), tool);
            }
        });
        return tools;
    }

    /** Also of a tool that is only in the configuration yet. */
    @Override
    public Set<String> secretArguments(String tool) {
        Set<String> secrets = new TreeSet<>();
        known.forEach((asked, declared) -> {
            if (asked.tool().equals(tool)) {
                secrets.addAll(declared.facts().secretArguments());
            }
        });
        for (String pair : pairs()) {
            secrets.addAll(declared(new Asked(pair, tool, List.of())).facts().secretArguments());
        }
        return secrets;
    }

    private Set<String> pairs() {
        Set<String> pairs = new LinkedHashSet<>(Set.of(ChainDefaults.PAIR));
        pairs.addAll(properties.chains().keySet());
        return pairs;
    }

    /** Names of tools that were asked for and whose safety nobody declared. */
    public Set<String> undeclared() {
        Set<String> names = new TreeSet<>();
        known.forEach((asked, tool) -> {
            if (tool.facts().safety() == ToolSafety.UNKNOWN) {
                names.add(asked.tool());
            }
        });
        return names;
    }

    private DeclaredTool declared(Asked asked) {
        List<WrittenTools> places = places(asked.pair());
        List<ToolDeclaration> sources = new ArrayList<>();
        for (WrittenTools place : places) {
            ToolDeclaration exact = place.exactly(asked.tool());
            if (exact != null) {
                sources.add(exact);
            }
        }
        places.forEach(place -> sources.addAll(place.matching(asked.tool())));
        sources.addAll(asked.inCode());
        return DeclaredTool.of(asked.tool(), sources, byDefault(asked.pair()));
    }

    private List<WrittenTools> places(String pair) {
        return written.computeIfAbsent(
                properties.chains().containsKey(pair) ? pair : ChainDefaults.PAIR, this::written);
    }

    private List<WrittenTools> written(String pair) {
        WrittenTools common = common();
        WrittenTools own = written(pair, own(pair));
        return own == null ? List.of(common) : List.of(own, common);
    }

    private WrittenTools common() {
        return new WrittenTools("agentkit.tool.tools", properties.tool().tools());
    }

    private static @Nullable WrittenTools written(String pair, @Nullable Tool own) {
        return own == null ? null : new WrittenTools("agentkit.chains.%s.tool.tools".formatted(pair), own.tools());
    }

    private @Nullable ToolDeclaration byDefault(String pair) {
        Tool own = own(pair);
        if (own != null && own.defaultSafety() != null) {
            return byDefault("agentkit.chains.%s.tool".formatted(pair), own.defaultSafety());
        }
        ToolSafety common = properties.tool().defaultSafety();
        return common == null ? null : byDefault("agentkit.tool", common);
    }

    private static ToolDeclaration byDefault(String path, ToolSafety safety) {
        return new ToolDeclaration(path + ".default-safety", new ToolSettings(safety, null, null, null, null, null));
    }

    private @Nullable Tool own(String pair) {
        Pair named = properties.chains().get(pair);
        return named == null ? null : named.tool();
    }
}
