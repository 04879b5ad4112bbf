package io.agentkit.boot;

import java.util.List;

/**
 * A tool that the application has when it starts.
 *
 * @param name its name
 * @param inputSchema the JSON schema of its arguments; empty when it has none
 * @param declarations what its code declares, the nearest first
 */
public record ToolInCode(String name, String inputSchema, List<ToolDeclaration> declarations) {

    public ToolInCode {
        declarations = List.copyOf(declarations);
    }
}
