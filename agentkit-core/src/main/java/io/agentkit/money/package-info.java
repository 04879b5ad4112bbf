/**
 * Exact money: {@link io.agentkit.money.Money} and what turns usage into it. Knows {@code chat} for the usage record and nothing else.
 */
@NullMarked
package io.agentkit.money;

import org.jspecify.annotations.NullMarked;
