/**
 * A side effect happens once: {@link io.agentkit.idempotency.IdempotentSpec} gives a tool call that is made again the result of the first
 * time, and {@link io.agentkit.idempotency.IdempotencyStore} is where that is kept.
 */
@NullMarked
package io.agentkit.idempotency;

import org.jspecify.annotations.NullMarked;
