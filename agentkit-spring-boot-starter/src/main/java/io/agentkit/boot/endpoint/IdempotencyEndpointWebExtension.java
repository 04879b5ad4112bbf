package io.agentkit.boot.endpoint;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * Answers the settling of an unknown call with 404: without it an empty answer to a write is a success. Thread-safe.
 */
@EndpointWebExtension(endpoint = IdempotencyEndpoint.class)
public class IdempotencyEndpointWebExtension {

    private final IdempotencyEndpoint endpoint;

    /** Created by the auto-configuration; an application replaces it with a bean of its own. */
    public IdempotencyEndpointWebExtension(IdempotencyEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** See {@link IdempotencyEndpoint#settle}. */
    @WriteOperation
    public WebEndpointResponse<Object> settle(@Selector String key, boolean happened, @Nullable String result) {
        Object settled = endpoint.settle(key, happened, result);
        return settled == null
                ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND)
                : new WebEndpointResponse<>(settled);
    }
}
