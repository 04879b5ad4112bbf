/**
 * Runs in a Spring application: for whom they work, and the {@link io.agentkit.AgentKit} that opens them.
 */
@NullMarked
package io.agentkit.runs;

import org.jspecify.annotations.NullMarked;
