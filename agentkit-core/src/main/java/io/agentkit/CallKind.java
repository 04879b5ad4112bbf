package io.agentkit;

/**
 * What a chain is around.
 */
public enum CallKind {
    CHAT,
    TOOL
}
