/** Tests of runs in a Spring application. */
@NullMarked
package io.agentkit.runs;

import org.jspecify.annotations.NullMarked;
