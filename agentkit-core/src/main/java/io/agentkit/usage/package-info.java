/** Reads from what providers send, bodies and streams as they came, what was used, in the one form that all providers' counts have here. */
@NullMarked
package io.agentkit.usage;

import org.jspecify.annotations.NullMarked;
