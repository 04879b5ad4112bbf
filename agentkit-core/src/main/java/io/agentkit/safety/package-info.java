/**
 * Middlewares that guard what agents do: {@link io.agentkit.safety.PolicySpec} says which tools may be called,
 * {@link io.agentkit.safety.ApprovalSpec} has people agree first,
 * {@link io.agentkit.safety.SecuritySpec} marks what tools give back.
 */
@NullMarked
package io.agentkit.safety;

import org.jspecify.annotations.NullMarked;
