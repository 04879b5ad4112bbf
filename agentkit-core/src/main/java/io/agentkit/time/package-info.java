/**
 * Time, identity and timers as injected values: {@link io.agentkit.time.Time} is the entry point. This is the only package that reads a
 * clock or sleeps; it knows nothing of the rest.
 */
@NullMarked
package io.agentkit.time;

import org.jspecify.annotations.NullMarked;
