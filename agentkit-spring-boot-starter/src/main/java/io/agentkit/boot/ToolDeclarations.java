package io.agentkit.boot;

import io.agentkit.boot.AgentkitProperties.Pair;
import io.agentkit.boot.AgentkitProperties.Tool;
import io.agentkit.boot.AgentkitProperties.ToolSettings;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolSafety;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is known about each tool: what the configuration says, before what the code says, before the default. Remembers the tools of which
 * nobody said anything, at most 1,000. Thread-safe.
 */
public final class ToolDeclarations {

    private static final int REMEMBERED = 1_000;

    private final AgentkitProperties properties;

    private final Set<String> undeclared = ConcurrentHashMap.newKeySet();

    ToolDeclarations(AgentkitProperties properties) {
        this.properties = properties;
    }

    /**
     * The facts of a tool as a pair of chains sees it. A pair's own settings come before those at {@code agentkit.tool}.
     *
     * @param pair name of the pair; {@code default} for the one at {@code agentkit.tool}
     * @param tool name of the tool
     * @param inCode what the tool's code declares; {@link ToolSafety#UNKNOWN} when it declares nothing
     */
    public ToolFacts facts(String pair, String tool, ToolSafety inCode) {
        ToolSafety safety = Stream.of(written(pair, tool), inCode, byDefault(pair))
                .filter(each -> each != null && each != ToolSafety.UNKNOWN)
                .findFirst()
                .orElse(ToolSafety.UNKNOWN);
        if (safety == ToolSafety.UNKNOWN && undeclared.size() < REMEMBERED) {
            undeclared.add(tool);
        }
        return new ToolFacts(tool, safety);
    }

    /** Names of tools that were asked for and whose safety nobody declared. */
    public Set<String> undeclared() {
        return new TreeSet<>(undeclared);
    }

    private @Nullable ToolSafety written(String pair, String tool) {
        for (Tool settings : settings(pair)) {
            ToolSettings known = settings.tools().get(tool);
            if (known != null && known.safety() != null) {
                return known.safety();
            }
        }
        return null;
    }

    private @Nullable ToolSafety byDefault(String pair) {
        for (Tool settings : settings(pair)) {
            if (settings.defaultSafety() != null) {
                return settings.defaultSafety();
            }
        }
        return null;
    }

    private List<Tool> settings(String pair) {
        Pair named = properties.chains().get(pair);
        return named == null || named.tool() == null
                ? List.of(properties.tool())
                : List.of(named.tool(), properties.tool());
    }
}
