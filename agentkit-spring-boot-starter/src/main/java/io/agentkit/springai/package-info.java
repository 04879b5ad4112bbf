/**
 * Bridge to Spring AI: puts chains around its chat models and its tools without a change to the application.
 */
@NullMarked
package io.agentkit.springai;

import org.jspecify.annotations.NullMarked;
