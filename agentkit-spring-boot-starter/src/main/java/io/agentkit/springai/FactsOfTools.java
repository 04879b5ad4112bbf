package io.agentkit.springai;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.boot.InvalidConfigurationException;
import io.agentkit.boot.ToolDeclaration;
import io.agentkit.boot.ToolDeclarations;
import io.agentkit.tool.ToolFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.util.ClassUtils;

/** Reads what a tool's own code and its server declare, which the configuration may overrule. Thread-safe. */
final class FactsOfTools {

    /** The name of the pair that is used where nothing else is assigned. */
    private static final String DEFAULT = "default";

    /** Asked by name: what reads the hints cannot be loaded without a client of MCP. */
    private static final boolean MCP =
            ClassUtils.isPresent("org.springframework.ai.mcp.SyncMcpToolCallback", FactsOfTools.class.getClassLoader());

    private final ToolDeclarations declarations;
    private final ToolAnnotations annotations;
    private final Set<String> trustedServers;

    /** Methods and callbacks that were noted, by identity. */
    private final Cache<Object, Boolean> noted =
            Caffeine.newBuilder().weakKeys().build();

    FactsOfTools(ToolDeclarations declarations, ToolAnnotations annotations, Set<String> trustedServers) {
        this.declarations = declarations;
        this.annotations = annotations;
        this.trustedServers = Set.copyOf(trustedServers);
    }

    /**
     * @param chain the pair of chains; null for the default one
     * @throws AgentKitException when the tool's annotation cannot be meant
     */
    ToolFacts of(ToolCallback callback, @Nullable String chain) {
        String name = callback.getToolDefinition().name();
        try {
            return declarations.facts(chain == null ? DEFAULT : chain, name, inCode(callback));
        } catch (InvalidConfigurationException refused) {
            throw new AgentKitException(
                    ErrorKind.CONFIG, "Tool '%s' was not called: %s".formatted(name, refused.getMessage()), refused);
        }
    }

    /** Has the facts of the tool known, once: what shows calls before they are made asks for secrets by the tool's name. */
    void note(ToolCallback callback) {
        Object tool = ToolAnnotations.identity(callback);
        if (noted.getIfPresent(tool) == null) {
            of(callback, null);
            noted.put(tool, true);
        }
    }

    /**
     * The nearest first.
     *
     * @throws InvalidConfigurationException when an annotation cannot be meant
     */
    List<ToolDeclaration> inCode(ToolCallback callback) {
        List<ToolDeclaration> found = annotations.of(callback);
        ToolDeclaration hints = MCP ? McpHints.of(callback, trustedServers) : null;
        if (hints == null) {
            return found;
        }
        List<ToolDeclaration> all = new ArrayList<>(found);
        all.add(hints);
        return all;
    }
}
