package io.agentkit.spec;

import io.agentkit.ToolMiddleware;

/**
 * Settings of a middleware that can stand in a tool chain.
 */
public non-sealed interface ToolSpec extends MiddlewareSpec {

    /**
     * Makes the middleware.
     *
     * @throws IllegalArgumentException when a collaborator that the settings need is not there
     */
    ToolMiddleware toolMiddleware(Resources resources);
}
