/**
 * Readers of the exceptions of clients that an application may have: what failed, and how long the provider asks to wait.
 */
@NullMarked
package io.agentkit.errors;

import org.jspecify.annotations.NullMarked;
