package io.agentkit.spec;

import io.agentkit.ChatMiddleware;

/**
 * Settings of a middleware that can stand in a chat chain.
 */
public non-sealed interface ChatSpec extends MiddlewareSpec {

    /**
     * Makes the middleware.
     *
     * @throws IllegalArgumentException when a collaborator that the settings need is not there
     */
    ChatMiddleware chatMiddleware(Resources resources);
}
