/**
 * A local HTTP server for tests that speaks the OpenAI chat-completions and the Anthropic messages protocol, and
 * misbehaves on request; start at {@link io.agentkit.testserver.ProviderServer}. It knows the JDK only.
 */
@NullMarked
package io.agentkit.testserver;

import org.jspecify.annotations.NullMarked;
