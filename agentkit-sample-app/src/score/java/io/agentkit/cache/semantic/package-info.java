/** Looks at the inside of the semantic cache for scores. */
@NullMarked
package io.agentkit.cache.semantic;

import org.jspecify.annotations.NullMarked;
