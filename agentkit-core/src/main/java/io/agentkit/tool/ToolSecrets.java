package io.agentkit.tool;

import java.util.Set;

/** Knows which arguments of tools are secret: for whoever shows calls that a model asks for. Thread-safe. */
@FunctionalInterface
public interface ToolSecrets {

    /** Nothing is secret. */
    ToolSecrets NONE = tool -> Set.of();

    /** Paths of the secret arguments of the tool of that name; of all of them when several have it. */
    Set<String> secretArguments(String tool);
}
