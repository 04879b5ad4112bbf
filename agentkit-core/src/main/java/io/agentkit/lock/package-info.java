/**
 * {@link io.agentkit.lock.BriefLock}, for the little arithmetic that every call does on what calls share. Knows nothing of the rest.
 */
@NullMarked
package io.agentkit.lock;

import org.jspecify.annotations.NullMarked;
