/**
 * Ordered middleware chains around model and tool calls. Start at {@link io.agentkit.Chain}: it is built from
 * {@link io.agentkit.Middleware middlewares}, put around an {@link io.agentkit.Endpoint}, and called through a
 * {@link io.agentkit.Handler}. This package may know {@code chat}, {@code tool}, {@code money} and {@code time}, and no middleware.
 */
@NullMarked
package io.agentkit;

import org.jspecify.annotations.NullMarked;
