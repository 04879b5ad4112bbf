/** Tests of the readers of clients' exceptions. */
@NullMarked
package io.agentkit.errors;

import org.jspecify.annotations.NullMarked;
