package io.agentkit.egress;

import inet.ipaddr.IPAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses in names of public services that answer with the address which the name holds: {@code 10.0.0.1.nip.io}, {@code
 * app-10-0-0-1.nip.io}, {@code 0a000001.nip.io}, {@code --1.sslip.io}.
 */
final class NamedAddress {

    private static final Set<String> SERVICES = Set.of(
            "nip.io",
            "sslip.io",
            "xip.io",
            "xip.name",
            "traefik.me",
            "backname.io",
            "ip.addr.tools",
            "ipv6-literal.net");

    /** Every place where four numbers follow each other, overlapping ones too. */
    private static final Pattern NUMBERS =
            Pattern.compile("(?<![0-9])(?=([0-9]{1,3})[.-]([0-9]{1,3})[.-]([0-9]{1,3})[.-]([0-9]{1,3})(?![0-9]))");

    private static final Pattern HEXADECIMAL = Pattern.compile("(?<![0-9a-z])([0-9a-f]{8})(?![0-9a-z])");

    private static final int DASHES_OF_IPV6 = 7;

    private NamedAddress() {}

    /** Whether the name is below such a service. */
    static boolean isHeldBy(String name) {
        return Names.isBelow(name, SERVICES) && !SERVICES.contains(name);
    }

    /** The addresses that the name may be answered with; none when it cannot be told. */
    static List<IPAddress> in(String name) {
        List<IPAddress> found = new ArrayList<>();
        Matcher numbers = NUMBERS.matcher(name);
        while (numbers.find()) {
            String four =
                    "%s.%s.%s.%s".formatted(numbers.group(1), numbers.group(2), numbers.group(3), numbers.group(4));
            found.addAll(read(() -> AddressText.four(four)));
        }
        Matcher hexadecimal = HEXADECIMAL.matcher(name);
        while (hexadecimal.find()) {
            String number = "0x" + hexadecimal.group(1);
            found.addAll(read(() -> AddressText.four(number)));
        }
        for (String label : name.split("\\.")) {
            if (label.contains("--") || label.chars().filter(c -> c == '-').count() == DASHES_OF_IPV6) {
                found.addAll(read(() -> List.of(AddressText.six(label.replace('-', ':')))));
            }
        }
        return found;
    }

    private static List<IPAddress> read(Supplier<List<IPAddress>> reader) {
        try {
            return reader.get();
        } catch (UnreadableUrlException unreadable) {
            return List.of();
        }
    }
}
