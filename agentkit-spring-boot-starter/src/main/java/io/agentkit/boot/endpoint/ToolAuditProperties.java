package io.agentkit.boot.endpoint;

import java.util.Set;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code /actuator/toolaudit}.
 *
 * @param showArguments Who sees arguments and results of tool calls, where the audit keeps them.
 * @param roles Roles that are authorized to see arguments and results. When empty, everybody who is authenticated is.
 */
@ConfigurationProperties("management.endpoint.toolaudit")
public record ToolAuditProperties(
        @DefaultValue("never") Show showArguments,
        @DefaultValue Set<String> roles) {}
