package io.agentkit.egress;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressNetwork.IPAddressGenerator;
import io.agentkit.egress.EgressDecision.Refused;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The built-in guardrail: reads a URL in every way in which a client may, and lets it pass when each is allowed. */
final class EgressGuardrail implements Guardrail {

    private static final Map<String, Integer> DEFAULT_PORTS =
            Map.of("http", 80, "https", 443, "ws", 80, "wss", 443, "ftp", 21);

    private static final IPAddressGenerator ADDRESSES = new IPAddressGenerator();

    private static final Refused WRONG_PORT =
            EgressDecision.refused(EgressRule.PORT, "its port is not one that may be reached");

    private static final Refused AMBIGUOUS = EgressDecision.refused(
            EgressRule.AMBIGUOUS, "some would read another host in it, which may not be reached");

    private final Set<String> schemes;
    private final Set<Integer> ports;
    private final Set<Integer> denyPorts;
    private final HostRules rules;
    private final Refused wrongScheme;

    EgressGuardrail(EgressSpec spec) {
        schemes = spec.schemes();
        ports = spec.ports();
        denyPorts = spec.denyPorts();
        rules = new HostRules(spec);
        wrongScheme = EgressDecision.refused(
                EgressRule.SCHEME,
                "its scheme is not one of " + schemes.stream().sorted().collect(Collectors.joining(", ")));
    }

    @Override
    public EgressDecision checkUrl(String url) {
        String scheme = UrlText.schemeOf(url);
        if (!scheme.isEmpty() && !schemes.contains(scheme)) {
            return wrongScheme;
        }
        try {
            Refused refused = refusal(UrlText.of(url));
            return refused == null ? EgressDecision.allowed() : refused;
        } catch (UnreadableUrlException unreadable) {
            return unreadable.refusal();
        }
    }

    @Override
    public EgressDecision checkAddress(String host, InetAddress address) {
        IPAddress found = AddressText.plain(ADDRESSES.from(address.getAddress()));
        try {
            for (HostReading reading : HostReader.read(bracketed(host))) {
                Refused refused = rules.ofHost(reading);
                refused = refused == null ? rules.ofAnswer(reading, found) : refused;
                if (refused != null) {
                    return refused;
                }
            }
            return EgressDecision.allowed();
        } catch (UnreadableUrlException unreadable) {
            return unreadable.refusal();
        }
    }

    private static String bracketed(String host) {
        return host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    private @Nullable Refused refusal(UrlText url) {
        Refused refused = ofPort(url.port() == 0 ? DEFAULT_PORTS.getOrDefault(url.scheme(), 0) : url.port());
        if (refused == null) {
            refused = ofReadings(HostReader.read(url.host()));
        }
        return refused == null && url.otherHosts().stream().anyMatch(this::isHiddenTarget) ? AMBIGUOUS : refused;
    }

    private @Nullable Refused ofPort(int port) {
        return denyPorts.contains(port) || (!ports.isEmpty() && !ports.contains(port)) ? WRONG_PORT : null;
    }

    private @Nullable Refused ofReadings(List<HostReading> readings) {
        for (HostReading reading : readings) {
            Refused refused = rules.ofHost(reading);
            if (refused != null) {
                return refused;
            }
        }
        return null;
    }

    /** What looks like the name of a user there is one. */
    private boolean isHiddenTarget(String host) {
        try {
            List<HostReading> readings = HostReader.read(host);
            boolean user = readings.get(0) instanceof HostReading.Name name && Names.isUnknownInside(name.value());
            return !user && ofReadings(readings) != null;
        } catch (UnreadableUrlException unreadable) {
            return false;
        }
    }
}
