package io.agentkit.egress;

import inet.ipaddr.AddressStringException;
import inet.ipaddr.AddressStringParameters.RangeParameters;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads addresses in every notation that some client takes for one.
 */
final class AddressText {

    /** As inet_aton and browsers read IPv4: octal after a zero, hexadecimal after 0x, one to four parts. */
    private static final IPAddressStringParameters ATON = four(true);

    /** As Java and others read IPv4: decimal whatever stands in front. */
    private static final IPAddressStringParameters DECIMAL = four(false);

    private static final IPAddressStringParameters SIX = six();

    private AddressText() {}

    /** Whether browsers take a host that ends like this for an IPv4 address, or else for nothing. */
    static boolean endsInNumber(String host) {
        String last = host.substring(host.lastIndexOf('.') + 1);
        int start = last.startsWith("0x") ? 2 : 0;
        for (int i = start; i < last.length(); i++) {
            char c = last.charAt(i);
            if (!((c >= '0' && c <= '9') || (start == 2 && c >= 'a' && c <= 'f'))) {
                return false;
            }
        }
        return !last.isEmpty();
    }

    /** What a host that ends in a number may stand for: one address, or two where a zero in front is octal to some and nothing to others. */
    static List<IPAddress> four(String host) {
        IPAddress aton = read(host, ATON);
        if (aton == null) {
            throw UnreadableUrlException.malformed("it ends in a number and is no IPv4 address");
        }
        List<IPAddress> addresses = new ArrayList<>(List.of(aton));
        IPAddress decimal = read(host, DECIMAL);
        if (decimal != null && !decimal.equals(aton)) {
            addresses.add(decimal);
        }
        return addresses;
    }

    /** An IPv6 address without its brackets. */
    static IPAddress six(String text) {
        IPAddress address = text.indexOf('%') >= 0 ? null : read(text, SIX);
        if (address == null) {
            throw UnreadableUrlException.malformed("what stands in brackets is no IPv6 address");
        }
        return plain(address);
    }

    /** The IPv4 address that is mapped into an IPv6 address, as sockets take it; any other as it is. */
    static IPAddress plain(IPAddress address) {
        return address.isIPv6() && address.toIPv6().isIPv4Mapped()
                ? address.toIPv6().getEmbeddedIPv4Address()
                : address;
    }

    private static @Nullable IPAddress read(String text, IPAddressStringParameters how) {
        try {
            return new IPAddressString(text, how).toAddress();
        } catch (AddressStringException unreadable) {
            return null;
        }
    }

    private static IPAddressStringParameters.Builder strict() {
        return new IPAddressStringParameters.Builder()
                .allowEmpty(false)
                .allowAll(false)
                .allowPrefix(false)
                .allowMask(false)
                .allowPrefixOnly(false)
                .allowWildcardedSeparator(false)
                .setRangeOptions(RangeParameters.NO_RANGE);
    }

    private static IPAddressStringParameters four(boolean aton) {
        return strict().allowIPv6(false)
                .allowSingleSegment(true)
                .getIPv4AddressParametersBuilder()
                .allow_inet_aton_hex(aton)
                .allow_inet_aton_octal(aton)
                .allow_inet_aton_leading_zeros(true)
                .allow_inet_aton_joined_segments(true)
                .allow_inet_aton_extraneous_digits(false)
                .allow_inet_aton_single_segment_mask(false)
                .allowLeadingZeros(true)
                .allowUnlimitedLeadingZeros(true)
                .allowBinary(false)
                .getParentBuilder()
                .toParams();
    }

    private static IPAddressStringParameters six() {
        var six = strict().allowIPv4(false)
                .allowSingleSegment(false)
                .getIPv6AddressParametersBuilder()
                .allowZone(false)
                .allowEmptyZone(false)
                .allowBase85(false)
                .allowBinary(false)
                .allowMixed(true)
                .allow_mixed_inet_aton(false)
                .allowLeadingZeros(true)
                .allowUnlimitedLeadingZeros(false);
        six.getEmbeddedIPv4AddressParametersBuilder()
                .allowLeadingZeros(false)
                .allowUnlimitedLeadingZeros(false)
                .allowBinary(false);
        return six.getParentBuilder().toParams();
    }
}
