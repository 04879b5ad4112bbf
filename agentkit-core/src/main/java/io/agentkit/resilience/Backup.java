package io.agentkit.resilience;

/**
 * A model to ask besides a request's own.
 *
 * @param name as it is in the settings
 * @param place where its requests go
 */
record Backup(String name, ChatTarget place) {}
