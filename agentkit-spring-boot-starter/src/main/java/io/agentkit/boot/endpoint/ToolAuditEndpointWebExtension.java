package io.agentkit.boot.endpoint;

import io.agentkit.audit.AuditDecision;
import io.agentkit.boot.endpoint.ToolAuditEndpoint.AuditDescriptor;
import io.agentkit.boot.endpoint.ToolAuditEndpoint.RecordDescriptor;
import java.time.OffsetDateTime;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * Shows arguments and results to those who may see them. Thread-safe.
 */
@EndpointWebExtension(endpoint = ToolAuditEndpoint.class)
public class ToolAuditEndpointWebExtension {

    private final ToolAuditEndpoint endpoint;
    private final Show showArguments;
    private final Set<String> roles;

    /** Created by the auto-configuration; an application replaces it with a bean of its own. */
    public ToolAuditEndpointWebExtension(ToolAuditEndpoint endpoint, Show showArguments, Set<String> roles) {
        this.endpoint = endpoint;
        this.showArguments = showArguments;
        this.roles = Set.copyOf(roles);
    }

    /** See {@link ToolAuditEndpoint#records}. */
    @ReadOperation
    public AuditDescriptor records(
            SecurityContext security,
            @Nullable String tool,
            @Nullable String run,
            @Nullable String scope,
            @Nullable AuditDecision decision,
            @Nullable OffsetDateTime from,
            @Nullable OffsetDateTime to,
            @Nullable String before,
            @Nullable Integer size,
            @Nullable Boolean verify) {
        return endpoint.records(
                ToolAuditEndpoint.filter(tool, run, scope, decision, from, to),
                before,
                size,
                verify,
                showArguments.isShown(security, roles));
    }

    /** See {@link ToolAuditEndpoint#record(String)}. */
    @ReadOperation
    public @Nullable RecordDescriptor record(SecurityContext security, @Selector String id) {
        return endpoint.record(id, showArguments.isShown(security, roles));
    }
}
