package io.agentkit.boot.endpoint;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * Answers a change of an unknown budget with 404: without it an empty answer to a write is a success. Thread-safe.
 */
@EndpointWebExtension(endpoint = BudgetsEndpoint.class)
public class BudgetsEndpointWebExtension {

    private final BudgetsEndpoint endpoint;

    /** Created by the auto-configuration; an application replaces it with a bean of its own. */
    public BudgetsEndpointWebExtension(BudgetsEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** See {@link BudgetsEndpoint#update}. */
    @WriteOperation
    public WebEndpointResponse<Object> update(
            @Selector String name,
            @Nullable String key,
            @Nullable Boolean all,
            @Nullable String maxUsd,
            @Nullable Long maxTokens,
            @Nullable Long maxCalls) {
        Object after = endpoint.update(name, key, all, maxUsd, maxTokens, maxCalls);
        return after == null
                ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND)
                : new WebEndpointResponse<>(after);
    }
}
