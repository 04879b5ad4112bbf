/**
 * Meters of what chains do: {@link io.agentkit.boot.observe.AgentkitMeter} lists them.
 */
@NullMarked
package io.agentkit.boot.observe;

import org.jspecify.annotations.NullMarked;
