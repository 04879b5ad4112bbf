package io.agentkit.boot;

import io.agentkit.CallKind;
import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.ChatMiddleware;
import io.agentkit.ToolMiddleware;
import io.agentkit.boot.ChainDefinition.Stage;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.spec.MiddlewareSpec;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;

/**
 * The chains of the application, assembled when the context starts. Inject it to put a chain around something of your own. Immutable and
 * thread-safe.
 */
public final class Chains {

    private static final Logger log = LoggerFactory.getLogger(Chains.class);

    private final ChainDefinitions definitions;

    private final Map<String, ChainPair> pairs;

    Chains(ChainDefinitions definitions, BeanFactory beans, ChainEnvironment environment) {
        this.definitions = definitions;
        this.pairs = assemble(definitions, beans, environment);
        print();
    }

    private static Map<String, ChainPair> assemble(
            ChainDefinitions definitions, BeanFactory beans, ChainEnvironment environment) {
        Map<ChainDefinition, Chain<ChatRequest, ChatReply>> chat = new HashMap<>();
        Map<ChainDefinition, Chain<ToolRequest, ToolResult>> tool = new HashMap<>();
        Map<String, ChainPair> pairs = new LinkedHashMap<>();
        definitions.chat().forEach((name, chatChain) -> {
            ChainDefinition toolChain = definitions.tool(name);
            pairs.put(
                    name,
                    new ChainPair(
                            name,
                            chat.computeIfAbsent(chatChain, chain -> assembleChat(chain, beans, environment)),
                            tool.computeIfAbsent(toolChain, chain -> assembleTool(chain, beans, environment))));
        });
        return pairs;
    }

    private static Chain<ChatRequest, ChatReply> assembleChat(
            ChainDefinition definition, BeanFactory beans, ChainEnvironment environment) {
        var builder = Chain.chat(definition.pair()).environment(environment);
        for (Stage stage : definition.stages()) {
            builder.add(stage.name(), beans.getBean(stage.bean(), ChatMiddleware.class));
        }
        return builder.build();
    }

    private static Chain<ToolRequest, ToolResult> assembleTool(
            ChainDefinition definition, BeanFactory beans, ChainEnvironment environment) {
        var builder = Chain.tool(definition.pair()).environment(environment);
        for (Stage stage : definition.stages()) {
            builder.add(stage.name(), beans.getBean(stage.bean(), ToolMiddleware.class));
        }
        return builder.build();
    }

    private void print() {
        if (!definitions.enabled()) {
            log.info("agentkit is switched off by 'agentkit.enabled': calls go through no chain");
            return;
        }
        Stream.concat(
                        pairs.values().stream().map(ChainPair::chat),
                        pairs.values().stream().map(ChainPair::tool))
                .distinct()
                .forEach(chain -> log.info(
                        "{} chain '{}': {}", chain.kind() == CallKind.CHAT ? "Chat" : "Tool", chain.name(), chain));
    }

    /** Whether calls go through chains; when not, every chain is empty. */
    public boolean isEnabled() {
        return definitions.enabled();
    }

    /** The chain at {@code agentkit.chat}. */
    public Chain<ChatRequest, ChatReply> chat() {
        return chat(ChainDefaults.PAIR);
    }

    /**
     * The chain around models of a named pair.
     *
     * @throws IllegalArgumentException when there is no such pair
     */
    public Chain<ChatRequest, ChatReply> chat(String name) {
        return pair(name).chat();
    }

    /** The chain at {@code agentkit.tool}. */
    public Chain<ToolRequest, ToolResult> tool() {
        return tool(ChainDefaults.PAIR);
    }

    /**
     * The chain around tools of a named pair.
     *
     * @throws IllegalArgumentException when there is no such pair
     */
    public Chain<ToolRequest, ToolResult> tool(String name) {
        return pair(name).tool();
    }

    /**
     * A pair by its name.
     *
     * @throws IllegalArgumentException when there is no such pair
     */
    public ChainPair pair(String name) {
        ChainPair pair = pairs.get(name);
        if (pair == null) {
            throw new IllegalArgumentException("There is no pair of chains '%s'; there are: %s"
                    .formatted(name, String.join(", ", pairs.keySet())));
        }
        return pair;
    }

    /** The pair that {@code agentkit.assign.models} names for a model's bean, else the default one. */
    public ChainPair pairForModel(String beanName) {
        return pair(definitions.assignedModels().getOrDefault(beanName, ChainDefaults.PAIR));
    }

    /** All pairs, the default one first. */
    public List<ChainPair> all() {
        return List.copyOf(pairs.values());
    }

    /** The pair assigned to models, by the names of their beans, where it is not the default one. */
    public Map<String, String> assignedModels() {
        return definitions.assignedModels();
    }

    /**
     * The settings of a middleware in a chain, defaults filled in.
     *
     * @return null when the application's own bean stands there, or when the chain has no such middleware
     * @throws IllegalArgumentException when there is no such pair
     */
    public @Nullable MiddlewareSpec settings(String pair, CallKind kind, String middleware) {
        return definition(pair, kind).find(middleware);
    }

    /**
     * The middlewares of a chain for people to read, outermost first, without secrets.
     *
     * @throws IllegalArgumentException when there is no such pair
     */
    public List<MiddlewareDescription> describe(String pair, CallKind kind) {
        return definition(pair, kind).stages().stream()
                .map(stage -> new MiddlewareDescription(stage.name(), stage.bean(), settings(stage.spec())))
                .toList();
    }

    private static Map<String, Object> settings(@Nullable MiddlewareSpec spec) {
        return spec instanceof Record settings ? Settings.of(settings) : Map.of();
    }

    private ChainDefinition definition(String pair, CallKind kind) {
        pair(pair);
        return kind == CallKind.CHAT ? definitions.chat(pair) : definitions.tool(pair);
    }
}
