/**
 * How a middleware is described: a public record of its settings that makes the middleware, {@link io.agentkit.spec.ChatSpec} for chat
 * chains and {@link io.agentkit.spec.ToolSpec} for tool chains. Knows the primitives and no middleware.
 */
@NullMarked
package io.agentkit.spec;

import org.jspecify.annotations.NullMarked;
