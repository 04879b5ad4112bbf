/**
 * Middlewares that guard and account for what agents do: {@link io.agentkit.safety.AuditSpec} keeps a record of every tool call.
 */
@NullMarked
package io.agentkit.safety;

import org.jspecify.annotations.NullMarked;
