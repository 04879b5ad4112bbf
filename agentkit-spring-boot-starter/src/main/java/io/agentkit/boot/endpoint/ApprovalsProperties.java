package io.agentkit.boot.endpoint;

import java.util.Set;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code /actuator/approvals}.
 *
 * @param showArguments Who sees the arguments of the calls that wait for approval.
 * @param roles Roles that are authorized to see arguments. When empty, everybody who is authenticated is.
 */
@ConfigurationProperties("management.endpoint.approvals")
public record ApprovalsProperties(
        @DefaultValue("never") Show showArguments,
        @DefaultValue Set<String> roles) {}
