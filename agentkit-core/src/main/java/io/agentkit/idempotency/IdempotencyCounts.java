package io.agentkit.idempotency;

/**
 * How many calls a store knows of.
 *
 * @param busy being made now
 * @param done made
 * @param unknown begun, with an outcome that nobody knows
 */
public record IdempotencyCounts(long busy, long done, long unknown) {}
