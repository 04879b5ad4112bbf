/**
 * Finds what looks like an attack on a model in texts of any size: {@link io.agentkit.detect.InjectionDetector}. Knows texts only, no calls
 * and no middlewares.
 */
@NullMarked
package io.agentkit.detect;

import org.jspecify.annotations.NullMarked;
