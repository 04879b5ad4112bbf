/**
 * Where tools may reach: URLs and addresses are judged before anything connects. {@link io.agentkit.egress.Guardrail} is the entry point.
 * Knows the primitives and no other concern.
 */
@NullMarked
package io.agentkit.egress;

import org.jspecify.annotations.NullMarked;
