package io.agentkit.egress;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * What one tool may reach of what all tools may. Immutable.
 *
 * @param allow the only hosts that it may reach, written as in the list for all; any by default
 * @param ports the only ports that it may reach; any by default
 */
@ConfigurationPropertiesSource
public record ToolEgress(List<String> allow, Set<Integer> ports) {

    /** @throws IllegalArgumentException when neither is given, or one cannot be meant */
    public ToolEgress(@Nullable List<String> allow, @Nullable Set<Integer> ports) {
        this.allow = allow == null ? List.of() : List.copyOf(allow);
        this.ports = Ports.of("ports", ports == null ? Set.of() : ports);
        HostPatterns.of("allow", this.allow);
        if (this.allow.isEmpty() && this.ports.isEmpty()) {
            throw new IllegalArgumentException("'allow' or 'ports' must say what a tool may reach that is listed");
        }
    }

    /** Only these hosts. */
    public static ToolEgress hosts(String... allow) {
        return new ToolEgress(List.of(allow), null);
    }
}
