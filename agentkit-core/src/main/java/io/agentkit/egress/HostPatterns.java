package io.agentkit.egress;

import inet.ipaddr.AddressStringException;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.ipv4.IPv4AddressTrie;
import inet.ipaddr.ipv6.IPv6AddressTrie;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hosts as applications list them: a name, which stands for the hosts below it too; {@code *.name} for those below it only; an address; a
 * block of addresses in CIDR notation. Immutable once made.
 */
final class HostPatterns {

    private final Set<String> names = new HashSet<>();

    private final Set<String> parents = new HashSet<>();

    private final IPv4AddressTrie four = new IPv4AddressTrie();

    private final IPv6AddressTrie six = new IPv6AddressTrie();

    private HostPatterns() {}

    /** @throws IllegalArgumentException naming the setting when an entry is none of these */
    static HostPatterns of(String setting, Collection<String> entries) {
        HostPatterns patterns = new HostPatterns();
        for (String entry : entries) {
            if (!patterns.add(entry)) {
                throw new IllegalArgumentException(
                        "'%s' must list hosts, suffixes such as *.example.com, addresses or blocks such as 10.0.0.0/8 (was '%s')"
                                .formatted(setting, entry));
            }
        }
        return patterns;
    }

    boolean isEmpty() {
        return names.isEmpty() && parents.isEmpty() && four.isEmpty() && six.isEmpty();
    }

    boolean matches(IPAddress address) {
        return address.isIPv4() ? four.elementContains(address.toIPv4()) : six.elementContains(address.toIPv6());
    }

    boolean matches(String name) {
        if (names.contains(name)) {
            return true;
        }
        for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
            if (parents.contains(name.substring(dot + 1))) {
                return true;
            }
        }
        return false;
    }

    private boolean add(String entry) {
        if (entry.indexOf('/') >= 0) {
            return add(block(entry));
        }
        boolean below = entry.startsWith("*.") || entry.startsWith(".");
        String host = below ? entry.substring(entry.indexOf('.') + 1) : entry;
        List<HostReading> readings;
        try {
            readings = HostReader.read(host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host);
        } catch (UnreadableUrlException unreadable) {
            return false;
        }
        if (readings.get(0) instanceof HostReading.Address address) {
            return !below && readings.size() == 1 && add(address.value());
        }
        String name = ((HostReading.Name) readings.get(0)).value();
        parents.add(name);
        if (!below) {
            names.add(name);
        }
        return true;
    }

    private boolean add(@Nullable IPAddress block) {
        if (block == null) {
            return false;
        }
        if (block.isIPv4()) {
            four.add(block.toIPv4());
        } else {
            six.add(block.toIPv6());
        }
        return true;
    }

    private static @Nullable IPAddress block(String cidr) {
        try {
            IPAddress block = new IPAddressString(cidr).toAddress();
            return block != null && block.isSinglePrefixBlock() ? AddressText.plain(block) : null;
        } catch (AddressStringException unreadable) {
            return null;
        }
    }
}
