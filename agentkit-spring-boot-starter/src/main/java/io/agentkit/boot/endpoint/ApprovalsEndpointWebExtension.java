package io.agentkit.boot.endpoint;

import io.agentkit.boot.endpoint.ApprovalsEndpoint.ApprovalsDescriptor;
import java.security.Principal;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * Shows arguments to those who may see them, and has whoever is logged in decide in their own name. Thread-safe.
 */
@EndpointWebExtension(endpoint = ApprovalsEndpoint.class)
public class ApprovalsEndpointWebExtension {

    private static final int CONFLICT = 409;

    private final ApprovalsEndpoint endpoint;
    private final Show showArguments;
    private final Set<String> roles;

    /** Created by the auto-configuration; an application replaces it with a bean of its own. */
    public ApprovalsEndpointWebExtension(ApprovalsEndpoint endpoint, Show showArguments, Set<String> roles) {
        this.endpoint = endpoint;
        this.showArguments = showArguments;
        this.roles = Set.copyOf(roles);
    }

    /** See {@link ApprovalsEndpoint#approvals(String, Integer)}. */
    @ReadOperation
    public ApprovalsDescriptor approvals(SecurityContext security, @Nullable String after, @Nullable Integer size) {
        return endpoint.approvals(after, size, isShown(security));
    }

    /** See {@link ApprovalsEndpoint#approval(String)}. */
    @ReadOperation
    public @Nullable ApprovalDescriptor approval(SecurityContext security, @Selector String id) {
        return endpoint.approval(id, isShown(security));
    }

    /**
     * See {@link ApprovalsEndpoint#decide}; answers 409 with how it stands when it is not pending any more.
     *
     * @param by who decides, where nobody is logged in; whoever is decides in their own name
     */
    @WriteOperation
    public WebEndpointResponse<ApprovalDescriptor> decide(
            SecurityContext security,
            @Selector String id,
            String decision,
            @Nullable String by,
            @Nullable String reason) {
        boolean decided = endpoint.isDecided(id, decision, who(security, by), reason);
        ApprovalDescriptor after = endpoint.approval(id, isShown(security));
        if (after == null) {
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        }
        return new WebEndpointResponse<>(after, decided ? WebEndpointResponse.STATUS_OK : CONFLICT);
    }

    private static @Nullable String who(SecurityContext security, @Nullable String by) {
        Principal principal = security.getPrincipal();
        if (principal == null) {
            return by;
        }
        if (by != null && !by.equals(principal.getName())) {
            throw ApprovalsEndpoint.refused("'by' must be left out: whoever is logged in decides");
        }
        return principal.getName();
    }

    private boolean isShown(SecurityContext security) {
        return showArguments.isShown(security, roles);
    }
}
