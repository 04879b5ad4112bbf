/**
 * HTTP clients for tools: they connect to nothing that the guardrail refuses, whatever the arguments of a tool said, whatever a name resolves
 * to and wherever an answer redirects.
 */
@NullMarked
package io.agentkit.http;

import org.jspecify.annotations.NullMarked;
