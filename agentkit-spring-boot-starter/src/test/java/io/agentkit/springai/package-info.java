/** Tests of the bridge to Spring AI. */
@NullMarked
package io.agentkit.springai;

import org.jspecify.annotations.NullMarked;
