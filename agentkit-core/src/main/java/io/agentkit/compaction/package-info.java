/**
 * Conversations that have grown too long are made shorter before a model reads them, and broken ones whole.
 * {@link io.agentkit.compaction.CompactionSpec} is the entry point. Knows the primitives and no other concern.
 */
@NullMarked
package io.agentkit.compaction;

import org.jspecify.annotations.NullMarked;
