package io.agentkit.egress;

import inet.ipaddr.IPAddress;
import io.agentkit.egress.EgressDecision.Refused;
import io.agentkit.egress.Range.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which hosts may be reached, after they were read. Every method gives the refusal, or null for none.
 */
final class HostRules {

    private final HostPatterns allow;
    private final HostPatterns deny;
    private final HostPatterns open;
    private final boolean blockPrivate;

    HostRules(EgressSpec spec) {
        allow = HostPatterns.of("allow", spec.allow());
        deny = HostPatterns.of("deny", spec.deny());
        open = HostPatterns.of("allowPrivate", spec.allowPrivate());
        blockPrivate = spec.blockPrivate();
    }

    /** Of a host as it stands in a URL: each way to read it must pass. */
    @Nullable
    Refused ofHost(HostReading reading) {
        if (reading instanceof HostReading.Name name) {
            return ofName(name.value());
        }
        IPAddress address = ((HostReading.Address) reading).value();
        Refused refused = ofAddress(address, false);
        return refused != null || isAllowed(address) ? refused : notAllowed();
    }

    /** Of an address that a host was found to have; the host passed before. */
    @Nullable
    Refused ofAnswer(HostReading host, IPAddress address) {
        return ofAddress(address, host instanceof HostReading.Name name && open.matches(name.value()));
    }

    private @Nullable Refused ofName(String name) {
        if (deny.matches(name)) {
            return denied();
        }
        if (Names.isMetadata(name)) {
            return EgressDecision.refused(EgressRule.METADATA, "its host is a name of a cloud's metadata service");
        }
        if (Names.isRebinding(name)) {
            return EgressDecision.refused(
                    EgressRule.SPECIAL_PURPOSE, "its host is a name that leads now here and now there");
        }
        if (blockPrivate && (Names.isInside(name) || Names.isLoopback(name)) && !open.matches(name)) {
            return EgressDecision.refused(
                    EgressRule.PRIVATE, "its host is a name of the machine itself or of a private network");
        }
        Refused held = NamedAddress.isHeldBy(name) ? ofNamed(name) : null;
        return held != null || allow.isEmpty() || allow.matches(name) ? held : notAllowed();
    }

    private @Nullable Refused ofNamed(String name) {
        List<IPAddress> addresses = NamedAddress.in(name);
        if (addresses.isEmpty()) {
            return EgressDecision.refused(
                    EgressRule.SPECIAL_PURPOSE,
                    "its host is a name that stands for an address, and which cannot be told");
        }
        for (IPAddress address : addresses) {
            Refused refused = ofAddress(address, open.matches(name));
            if (refused != null) {
                return refused;
            }
        }
        return null;
    }

    private @Nullable Refused ofAddress(IPAddress address, boolean opened) {
        IPAddress target = Embedded.target(address);
        if (deny.matches(target) || deny.matches(address)) {
            return denied();
        }
        Range range = Ranges.of(target);
        if (range != null && !(range.kind() == Kind.PRIVATE && (opened || isOpen(target)))) {
            return refused(range);
        }
        IPAddress tunnel = Embedded.tunnel(target);
        return tunnel == null ? null : ofAddress(tunnel, opened);
    }

    private boolean isOpen(IPAddress address) {
        return !blockPrivate || open.matches(address);
    }

    private boolean isAllowed(IPAddress address) {
        return allow.isEmpty() || allow.matches(address) || allow.matches(Embedded.target(address));
    }

    private static Refused refused(Range range) {
        EgressRule rule = switch (range.kind()) {
            case METADATA -> EgressRule.METADATA;
            case PRIVATE -> EgressRule.PRIVATE;
            default -> EgressRule.SPECIAL_PURPOSE;
        };
        return EgressDecision.refused(rule, "its address is in " + range.text());
    }

    private static Refused denied() {
        return EgressDecision.refused(EgressRule.DENIED, "its host is one that the application refuses");
    }

    private static Refused notAllowed() {
        return EgressDecision.refused(EgressRule.NOT_ALLOWED, "its host is not one that the application allows");
    }
}
