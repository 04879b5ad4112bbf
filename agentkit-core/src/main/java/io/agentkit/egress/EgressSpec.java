package io.agentkit.egress;

import io.agentkit.ToolMiddleware;
import io.agentkit.spec.Resources;
import io.agentkit.spec.ToolSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Settings of {@code egress}: which hosts tools may reach. What leads into a private network, to the machine itself, to a cloud's metadata
 * or to an address that no public host has is refused in every notation. Lists of hosts hold names, which stand for the hosts below them too,
 * {@code *.name} for those below alone, addresses, and blocks such as {@code 203.0.112.0/24}. A bean of type {@link Guardrail} judges in
 * place of all settings but {@code scan}. Immutable.
 *
 * @param scan which arguments are looked at beside those that a tool declares as addresses; whole by default
 * @param schemes the schemes that may be used; http and https by default
 * @param allow the only hosts that may be reached; a private one among them stays refused; any by default
 * @param deny hosts that may not be reached; none by default
 * @param ports the only ports that may be reached; any by default
 * @param denyPorts ports that may not be reached; those that browsers refuse by default, mail's and remote shells' among them
 * @param blockPrivate whether hosts in private networks and the machine itself are refused; true by default
 * @param allowPrivate hosts that may be reached although they are private; never metadata services; none by default
 * @param tools tools that may reach less than all others, by name; {@code *} in a name stands for anything, the exact name comes first, then
 *     the longest. What is refused to all stays refused; none by default
 */
@ConfigurationPropertiesSource
public record EgressSpec(
        EgressScan scan,
        Set<String> schemes,
        List<String> allow,
        List<String> deny,
        Set<Integer> ports,
        Set<Integer> denyPorts,
        Boolean blockPrivate,
        List<String> allowPrivate,
        Map<String, ToolEgress> tools)
        implements ToolSpec {

    private static final EgressSpec DEFAULTS = new EgressSpec(null, null, null, null, null, null, null, null, null);

    public EgressSpec(
            @Nullable EgressScan scan,
            @Nullable Set<String> schemes,
            @Nullable List<String> allow,
            @Nullable List<String> deny,
            @Nullable Set<Integer> ports,
            @Nullable Set<Integer> denyPorts,
            @Nullable Boolean blockPrivate,
            @Nullable List<String> allowPrivate,
            @Nullable Map<String, ToolEgress> tools) {
        this.scan = Objects.requireNonNullElse(scan, EgressScan.WHOLE);
        this.schemes = lowerCase(schemes == null ? Set.of("http", "https") : schemes);
        this.ports = Ports.of("ports", ports == null ? Set.of() : ports);
        this.denyPorts = Ports.of("denyPorts", denyPorts == null ? Ports.BAD : denyPorts);
        this.allow = allow == null ? List.of() : List.copyOf(allow);
        this.deny = deny == null ? List.of() : List.copyOf(deny);
        this.blockPrivate = Objects.requireNonNullElse(blockPrivate, true);
        this.allowPrivate = allowPrivate == null ? List.of() : List.copyOf(allowPrivate);
        this.tools = tools == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(tools));
        HostPatterns.of("allow", this.allow);
        HostPatterns.of("deny", this.deny);
        HostPatterns.of("allowPrivate", this.allowPrivate);
    }

    /** In an order of their own, so that they are always shown alike. */
    private static Set<String> lowerCase(Set<String> schemes) {
        Set<String> sorted = new TreeSet<>();
        for (String scheme : schemes) {
            if (scheme.isEmpty() || !UrlText.schemeOf(scheme + ":").equalsIgnoreCase(scheme)) {
                throw new IllegalArgumentException(
                        "'schemes' must list schemes such as https (was '%s')".formatted(scheme));
            }
            sorted.add(scheme.toLowerCase(Locale.ROOT));
        }
        return Collections.unmodifiableSet(sorted);
    }

    public static EgressSpec defaults() {
        return DEFAULTS;
    }

    /** The guardrail with these settings. */
    public Guardrail guardrail() {
        return tools.isEmpty() ? new EgressGuardrail(this) : new ToolGuardrails(this);
    }

    public EgressSpec withScan(EgressScan value) {
        return new EgressSpec(value, schemes, allow, deny, ports, denyPorts, blockPrivate, allowPrivate, tools);
    }

    public EgressSpec withSchemes(Set<String> value) {
        return new EgressSpec(scan, value, allow, deny, ports, denyPorts, blockPrivate, allowPrivate, tools);
    }

    public EgressSpec withPorts(Set<Integer> value) {
        return new EgressSpec(scan, schemes, allow, deny, value, denyPorts, blockPrivate, allowPrivate, tools);
    }

    public EgressSpec withDenyPorts(Set<Integer> value) {
        return new EgressSpec(scan, schemes, allow, deny, ports, value, blockPrivate, allowPrivate, tools);
    }

    public EgressSpec withAllow(List<String> value) {
        return new EgressSpec(scan, schemes, value, deny, ports, denyPorts, blockPrivate, allowPrivate, tools);
    }

    public EgressSpec withDeny(List<String> value) {
        return new EgressSpec(scan, schemes, allow, value, ports, denyPorts, blockPrivate, allowPrivate, tools);
    }

    public EgressSpec withBlockPrivate(boolean value) {
        return new EgressSpec(scan, schemes, allow, deny, ports, denyPorts, value, allowPrivate, tools);
    }

    public EgressSpec withAllowPrivate(List<String> value) {
        return new EgressSpec(scan, schemes, allow, deny, ports, denyPorts, blockPrivate, value, tools);
    }

    public EgressSpec withTools(Map<String, ToolEgress> value) {
        return new EgressSpec(scan, schemes, allow, deny, ports, denyPorts, blockPrivate, allowPrivate, value);
    }

    /**
     * The guardrail among the resources judges, or else one with these settings.
     *
     * @throws IllegalArgumentException when there is one, and settings beside it that it does not know
     */
    @Override
    public ToolMiddleware toolMiddleware(Resources resources) {
        Guardrail own = resources.find(Guardrail.class);
        if (own != null && !equals(DEFAULTS.withScan(scan))) {
            throw new IllegalArgumentException(
                    "there is a bean of type Guardrail, which judges in place of these settings; only 'scan' goes with it");
        }
        return new EgressMiddleware(own == null ? guardrail() : own, scan);
    }
}
