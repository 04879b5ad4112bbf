package io.agentkit.egress;

import static io.agentkit.egress.Range.Kind.METADATA;
import static io.agentkit.egress.Range.Kind.PRIVATE;
import static io.agentkit.egress.Range.Kind.PUBLIC;
import static io.agentkit.egress.Range.Kind.SPECIAL;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.ipv4.IPv4AddressAssociativeTrie;
import inet.ipaddr.ipv6.IPv6AddressAssociativeTrie;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every row of the IANA registries of special-purpose addresses (IPv4 and IPv6, both as of October 2025), those with "globally reachable"
 * too: what they serve is no host that a tool visits. Beside them multicast, what is deprecated or not allocated, and the metadata services
 * of clouds. The narrowest block that holds an address decides.
 */
final class Ranges {

    static final List<Range> ALL = List.of(
            // IANA IPv4 special-purpose address registry
            new Range(SPECIAL, "0.0.0.0/8", "this network", "RFC 791"),
            new Range(SPECIAL, "0.0.0.0/32", "this host on this network", "RFC 1122"),
            new Range(PRIVATE, "10.0.0.0/8", "private use", "RFC 1918"),
            new Range(PRIVATE, "100.64.0.0/10", "shared address space", "RFC 6598"),
            new Range(PRIVATE, "127.0.0.0/8", "loopback", "RFC 1122"),
            new Range(SPECIAL, "169.254.0.0/16", "link-local", "RFC 3927"),
            new Range(PRIVATE, "172.16.0.0/12", "private use", "RFC 1918"),
            new Range(SPECIAL, "192.0.0.0/24", "IETF protocol assignments", "RFC 6890"),
            new Range(SPECIAL, "192.0.0.0/29", "IPv4 service continuity", "RFC 7335"),
            new Range(SPECIAL, "192.0.0.8/32", "IPv4 dummy address", "RFC 7600"),
            new Range(SPECIAL, "192.0.0.9/32", "port control anycast", "RFC 7723"),
            new Range(SPECIAL, "192.0.0.10/32", "TURN anycast", "RFC 8155"),
            new Range(SPECIAL, "192.0.0.170/32", "NAT64/DNS64 discovery", "RFC 8880"),
            new Range(SPECIAL, "192.0.0.171/32", "NAT64/DNS64 discovery", "RFC 8880"),
            new Range(SPECIAL, "192.0.2.0/24", "documentation", "RFC 5737"),
            new Range(SPECIAL, "192.31.196.0/24", "AS112-v4", "RFC 7535"),
            new Range(SPECIAL, "192.52.193.0/24", "AMT", "RFC 7450"),
            new Range(SPECIAL, "192.88.99.0/24", "6to4 relay anycast, deprecated", "RFC 7526"),
            new Range(SPECIAL, "192.88.99.2/32", "6a44 relay anycast", "RFC 6751"),
            new Range(PRIVATE, "192.168.0.0/16", "private use", "RFC 1918"),
            new Range(SPECIAL, "192.175.48.0/24", "direct delegation AS112", "RFC 7534"),
            new Range(SPECIAL, "198.18.0.0/15", "benchmarking", "RFC 2544"),
            new Range(SPECIAL, "198.51.100.0/24", "documentation", "RFC 5737"),
            new Range(SPECIAL, "203.0.113.0/24", "documentation", "RFC 5737"),
            new Range(SPECIAL, "240.0.0.0/4", "reserved", "RFC 1112"),
            new Range(SPECIAL, "255.255.255.255/32", "limited broadcast", "RFC 8190"),
            // IANA IPv4 multicast address space
            new Range(SPECIAL, "224.0.0.0/4", "multicast", "RFC 5771"),

            // IPv6: what is not global unicast, then the IANA IPv6 special-purpose address registry
            new Range(SPECIAL, "::/0", "not global unicast", "RFC 4291"),
            new Range(PUBLIC, "2000::/3", "global unicast", "RFC 4291"),
            new Range(PRIVATE, "::1/128", "loopback", "RFC 4291"),
            new Range(SPECIAL, "::/128", "unspecified", "RFC 4291"),
            new Range(SPECIAL, "::ffff:0:0/96", "IPv4-mapped", "RFC 4291"),
            new Range(SPECIAL, "64:ff9b::/96", "IPv4-IPv6 translation", "RFC 6052"),
            new Range(SPECIAL, "64:ff9b:1::/48", "IPv4-IPv6 translation, local use", "RFC 8215"),
            new Range(SPECIAL, "100::/64", "discard only", "RFC 6666"),
            new Range(SPECIAL, "100:0:0:1::/64", "dummy prefix", "RFC 9780"),
            new Range(SPECIAL, "2001::/23", "IETF protocol assignments", "RFC 2928"),
            new Range(SPECIAL, "2001::/32", "Teredo", "RFC 4380"),
            new Range(SPECIAL, "2001:1::1/128", "port control anycast", "RFC 7723"),
            new Range(SPECIAL, "2001:1::2/128", "TURN anycast", "RFC 8155"),
            new Range(SPECIAL, "2001:1::3/128", "DNS-SD service registration anycast", "RFC 9665"),
            new Range(SPECIAL, "2001:2::/48", "benchmarking", "RFC 5180"),
            new Range(SPECIAL, "2001:3::/32", "AMT", "RFC 7450"),
            new Range(SPECIAL, "2001:4:112::/48", "AS112-v6", "RFC 7535"),
            new Range(SPECIAL, "2001:10::/28", "ORCHID, deprecated", "RFC 4843"),
            new Range(SPECIAL, "2001:20::/28", "ORCHIDv2", "RFC 7343"),
            new Range(SPECIAL, "2001:30::/28", "drone remote identification", "RFC 9374"),
            new Range(SPECIAL, "2001:db8::/32", "documentation", "RFC 3849"),
            new Range(SPECIAL, "2002::/16", "6to4", "RFC 3056"),
            new Range(SPECIAL, "2620:4f:8000::/48", "direct delegation AS112", "RFC 7534"),
            new Range(SPECIAL, "3fff::/20", "documentation", "RFC 9637"),
            new Range(SPECIAL, "5f00::/16", "segment routing", "RFC 9602"),
            new Range(PRIVATE, "fc00::/7", "unique local", "RFC 4193"),
            new Range(SPECIAL, "fe80::/10", "link-local", "RFC 4291"),
            new Range(PRIVATE, "fec0::/10", "site-local, deprecated", "RFC 3879"),
            new Range(SPECIAL, "ff00::/8", "multicast", "RFC 4291"),

            // Metadata services of clouds, from their documentation
            new Range(METADATA, "169.254.169.254/32", "instance metadata", "AWS, Azure, Google, Oracle and others"),
            new Range(METADATA, "169.254.170.2/32", "task credentials", "AWS ECS"),
            new Range(METADATA, "169.254.170.23/32", "pod identity", "AWS EKS"),
            new Range(METADATA, "fd00:ec2::254/128", "instance metadata", "AWS"),
            new Range(METADATA, "fd00:ec2::23/128", "pod identity", "AWS EKS"),
            new Range(METADATA, "168.63.129.16/32", "wire server", "Azure"),
            new Range(METADATA, "fd20:ce::254/128", "instance metadata", "Google"),
            new Range(METADATA, "100.100.100.200/32", "instance metadata", "Alibaba"),
            new Range(METADATA, "192.0.0.192/32", "instance metadata", "Oracle"),
            new Range(METADATA, "169.254.0.23/32", "instance metadata", "Tencent"),
            new Range(METADATA, "169.254.42.42/32", "instance metadata", "Scaleway"),
            new Range(METADATA, "fd00:42::42/128", "instance metadata", "Scaleway"),
            new Range(METADATA, "169.254.169.250/32", "container metadata", "Rancher"));

    private static final IPv4AddressAssociativeTrie<Range> FOUR = new IPv4AddressAssociativeTrie<>();

    private static final IPv6AddressAssociativeTrie<Range> SIX = new IPv6AddressAssociativeTrie<>();

    static {
        for (Range range : ALL) {
            IPAddress block = new IPAddressString(range.block()).getAddress();
            if (block.isIPv4()) {
                FOUR.put(block.toIPv4(), range);
            } else {
                SIX.put(block.toIPv6(), range);
            }
        }
    }

    private Ranges() {}

    /** The narrowest range that holds the address; null for a public one. */
    static @Nullable Range of(IPAddress address) {
        var node = address.isIPv4()
                ? FOUR.longestPrefixMatchNode(address.toIPv4())
                : SIX.longestPrefixMatchNode(address.toIPv6());
        Range range = node == null ? null : node.getValue();
        return range == null || range.kind() == PUBLIC ? null : range;
    }
}
