/**
 * The published test kit: what tests of a middleware need, without waiting and without a model. Start at
 * {@link io.agentkit.test.ChainHarness}.
 */
@NullMarked
package io.agentkit.test;

import org.jspecify.annotations.NullMarked;
