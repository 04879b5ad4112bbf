/** Counts tokens without a provider: quickly, to see whether a request fits, and with a real tokenizer, to say what it cost. */
@NullMarked
package io.agentkit.tokens;

import org.jspecify.annotations.NullMarked;
