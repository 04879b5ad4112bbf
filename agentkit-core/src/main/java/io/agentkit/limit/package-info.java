/**
 * Calls wait, or are refused, at limits: how fast requests may follow each other, and how deep, how often and how wide agents may work.
 * {@link io.agentkit.limit.RateLimitSpec} is the entry point. Knows the primitives and no other concern.
 */
@NullMarked
package io.agentkit.limit;

import org.jspecify.annotations.NullMarked;
