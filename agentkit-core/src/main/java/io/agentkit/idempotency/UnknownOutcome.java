package io.agentkit.idempotency;

import java.time.Instant;

/**
 * A call that somebody began to make, and of which nobody knows whether the tool has acted: its process was killed, or what the tool was
 * asked was given up before it answered.
 *
 * @param key the call
 * @param holder who began it; it is settled in their place
 * @param tool the tool
 * @param runId the run
 * @param began when
 */
public record UnknownOutcome(String key, String holder, String tool, String runId, Instant began) {}
