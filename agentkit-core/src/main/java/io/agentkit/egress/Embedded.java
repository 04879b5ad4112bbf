package io.agentkit.egress;

import inet.ipaddr.IPAddress;
import inet.ipaddr.ipv4.IPv4Address;
import inet.ipaddr.ipv6.IPv6Address;
import org.jspecify.annotations.Nullable;

/**
 * Which IPv4 address an IPv6 address leads to. Only for forms that may lead to a public one; what else embeds addresses (IPv4-compatible,
 * IPv4-translated, 6to4, Teredo, local NAT64) is refused as a range.
 */
final class Embedded {

    private static final int LAST_FOUR_BYTES = 12;

    private Embedded() {}

    /** The IPv4 address that the address stands for; itself when it stands for none. */
    static IPAddress target(IPAddress address) {
        return address.isIPv6() && address.toIPv6().isWellKnownIPv4Translatable()
                ? lastFour(address.toIPv6())
                : AddressText.plain(address);
    }

    /** The IPv4 address of the tunnel that ISATAP would take to reach the address; null when it is no such address. */
    static @Nullable IPAddress tunnel(IPAddress address) {
        return address.isIPv6() && isIsatap(address.toIPv6()) ? lastFour(address.toIPv6()) : null;
    }

    /** RFC 5214; the library asks for a link-local prefix too, which the addresses that leave a network do not have. */
    private static boolean isIsatap(IPv6Address address) {
        int first = address.getSegment(4).getSegmentValue();
        return (first == 0 || first == 0x200) && address.getSegment(5).getSegmentValue() == 0x5efe;
    }

    private static IPv4Address lastFour(IPv6Address address) {
        return address.getEmbeddedIPv4Address(LAST_FOUR_BYTES);
    }
}
