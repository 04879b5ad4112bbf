/**
 * Calls that fail are made again, where that is safe, and calls that take too long are ended: {@link io.agentkit.resilience.RetrySpec} and
 * {@link io.agentkit.resilience.TimeoutSpec} are the entry points. Knows the primitives and no other concern.
 */
@NullMarked
package io.agentkit.resilience;

import org.jspecify.annotations.NullMarked;
