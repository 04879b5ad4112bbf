/**
 * Watching calls: {@link io.agentkit.observe.TracingSpec} puts a Micrometer observation around each of them, named after OpenTelemetry's
 * conventions for generative AI.
 */
@NullMarked
package io.agentkit.observe;

import org.jspecify.annotations.NullMarked;
