package io.agentkit.observe;

/** The observation of a physical request. */
final class RequestContext extends KeyedContext {}
