/**
 * Middlewares that guard what agents do: {@link io.agentkit.safety.PolicySpec} says which tools may be called,
 * {@link io.agentkit.safety.ApprovalSpec} has people agree first,
 * {@link io.agentkit.safety.SecuritySpec} marks what tools give back, and
 * {@link io.agentkit.safety.ChatSecuritySpec} looks for attacks in conversations.
 */
@NullMarked
package io.agentkit.safety;

import org.jspecify.annotations.NullMarked;
