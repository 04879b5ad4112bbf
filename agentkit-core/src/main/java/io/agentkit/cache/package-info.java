/**
 * Answers that are used again: {@link io.agentkit.cache.MemoizeSpec} keeps results of tools that change nothing. Stores, keys and flights know
 * nothing of what is kept.
 */
@NullMarked
package io.agentkit.cache;

import org.jspecify.annotations.NullMarked;
