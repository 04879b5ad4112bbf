/**
 * Calls that fail are made again, where that is safe: {@link io.agentkit.resilience.RetrySpec} is the entry point. Knows the primitives
 * and no other concern.
 */
@NullMarked
package io.agentkit.resilience;

import org.jspecify.annotations.NullMarked;
