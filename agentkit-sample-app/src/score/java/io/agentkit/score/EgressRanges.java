package io.agentkit.score;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/**
 * Addresses in every row of the IANA registries of special-purpose addresses, and public ones beside them. Written down apart from the
 * product's own table.
 */
final class EgressRanges {

    private static final List<String> FOUR = List.of(
            "0.0.0.0/8",
            "0.0.0.0/32",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.0.0/29",
            "192.0.0.8/32",
            "192.0.0.9/32",
            "192.0.0.10/32",
            "192.0.0.170/32",
            "192.0.0.171/32",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",
            "192.88.99.2/32",
            "192.168.0.0/16",
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
            "255.255.255.255/32",
            "169.254.169.254/32",
            "169.254.170.2/32",
            "168.63.129.16/32",
            "100.100.100.200/32",
            "192.0.0.192/32");

    private static final List<String> SIX = List.of(
            "::/128",
            "::1/128",
            "64:ff9b:1::/48",
            "100::/64",
            "100:0:0:1::/64",
            "2001::/23",
            "2001::/32",
            "2001:1::1/128",
            "2001:1::2/128",
            "2001:1::3/128",
            "2001:2::/48",
            "2001:3::/32",
            "2001:4:112::/48",
            "2001:10::/28",
            "2001:20::/28",
            "2001:30::/28",
            "2001:db8::/32",
            "2002::/16",
            "2620:4f:8000::/48",
            "3fff::/20",
            "5f00::/16",
            "fc00::/7",
            "fe80::/10",
            "fec0::/10",
            "ff00::/8",
            "fd00:ec2::254/128",
            "4000::/3",
            "8000::/1");

    private static final List<String> PUBLIC_FOUR = List.of(
            "1.0.0.0",
            "1.1.1.1",
            "8.8.8.8",
            "9.255.255.255",
            "11.0.0.0",
            "93.184.216.34",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "140.82.112.3",
            "151.101.1.140",
            "168.63.129.15",
            "169.253.255.255",
            "169.255.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.0",
            "192.0.3.0",
            "192.31.195.255",
            "192.52.194.0",
            "192.88.98.255",
            "192.167.255.255",
            "192.169.0.0",
            "192.175.49.0",
            "198.17.255.255",
            "198.20.0.0",
            "198.51.99.255",
            "203.0.112.255",
            "203.0.114.0",
            "223.255.255.255");

    private static final List<String> PUBLIC_SIX = List.of(
            "2001:200::",
            "2001:4860:4860::8888",
            "2001:db7:ffff:ffff::1",
            "2001:db9::",
            "2003::1",
            "2606:4700:4700::1111",
            "2a00:1450:4001:82a::200e",
            "2620:4f:7fff::1",
            "2620:4f:8001::1");

    private EgressRanges() {}

    /** First, last and one from the middle of each IPv4 range. */
    static List<Long> specialFour() throws UnknownHostException {
        List<Long> addresses = new ArrayList<>();
        for (String block : FOUR) {
            long first = number(block.substring(0, block.indexOf('/'))).longValueExact();
            long size = 1L << (32 - bits(block));
            addresses.add(first);
            addresses.add(first + size - 1);
            addresses.add(first + size / 3);
        }
        return addresses.stream().distinct().toList();
    }

    static List<Long> publicFour() throws UnknownHostException {
        List<Long> addresses = new ArrayList<>();
        for (String address : PUBLIC_FOUR) {
            addresses.add(number(address).longValueExact());
        }
        return addresses;
    }

    /** First, last and one from the middle of each IPv6 range, written long. */
    static List<String> specialSix() throws UnknownHostException {
        List<String> addresses = new ArrayList<>();
        for (String block : SIX) {
            BigInteger first = number(block.substring(0, block.indexOf('/')));
            BigInteger size = BigInteger.TWO.pow(128 - bits(block));
            addresses.add(text(first));
            addresses.add(text(first.add(size).subtract(BigInteger.ONE)));
            addresses.add(text(first.add(size.divide(BigInteger.valueOf(3)))));
        }
        return addresses.stream().distinct().toList();
    }

    static List<String> publicSix() {
        return PUBLIC_SIX;
    }

    private static int bits(String block) {
        return Integer.parseInt(block.substring(block.indexOf('/') + 1));
    }

    private static BigInteger number(String address) throws UnknownHostException {
        return new BigInteger(1, InetAddress.getByName(address).getAddress());
    }

    private static String text(BigInteger number) {
        StringBuilder out = new StringBuilder();
        for (int group = 7; group >= 0; group--) {
            out.append(out.isEmpty() ? "" : ":")
                    .append(number.shiftRight(16 * group)
                            .and(BigInteger.valueOf(0xffff))
                            .toString(16));
        }
        return out.toString();
    }
}
