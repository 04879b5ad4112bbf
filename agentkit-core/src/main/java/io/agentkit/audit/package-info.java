/**
 * The trail of what tools did: {@link io.agentkit.audit.AuditSpec} records every tool call, before it acts on the world and after, in a chain
 * of hashes that {@link io.agentkit.audit.AuditStore} keeps.
 */
@NullMarked
package io.agentkit.audit;

import org.jspecify.annotations.NullMarked;
