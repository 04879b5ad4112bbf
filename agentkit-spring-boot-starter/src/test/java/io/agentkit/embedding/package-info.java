/** Tests of what finds embedding models. */
@NullMarked
package io.agentkit.embedding;

import org.jspecify.annotations.NullMarked;
