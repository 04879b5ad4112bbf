package io.agentkit.egress;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Reads the text of a host in all the ways in which a client may read it, so that all of them can be judged.
 */
final class HostReader {

    private static final int LONGEST_NAME = 253;

    private static final int LONGEST_LABEL = 63;

    private static final String ENCODED = "xn--";

    private HostReader() {}

    /** At least one reading. */
    static List<HostReading> read(String raw) {
        if (raw.startsWith("[")) {
            if (!raw.endsWith("]")) {
                throw UnreadableUrlException.malformed("its host cannot be read");
            }
            return List.of(new HostReading.Address(AddressText.six(raw.substring(1, raw.length() - 1))));
        }
        String host = withoutRoot(HostText.of(raw));
        String digits = HostText.withPlainDigits(host);
        if (AddressText.endsInNumber(digits)) {
            List<HostReading> addresses = new ArrayList<>();
            AddressText.four(digits).forEach(address -> addresses.add(new HostReading.Address(address)));
            return addresses;
        }
        Set<HostReading> names = new LinkedHashSet<>();
        names.add(name(host));
        names.add(name(HostText.transitional(host)));
        return List.copyOf(names);
    }

    private static String withoutRoot(String host) {
        return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    }

    private static HostReading.Name name(String host) {
        if (host.length() > LONGEST_NAME) {
            throw UnreadableUrlException.malformed("its host is too long");
        }
        StringJoiner name = new StringJoiner(".");
        for (String label : host.split("\\.", -1)) {
            name.add(label(label));
        }
        String read = name.toString();
        if (AddressText.endsInNumber(HostText.withPlainDigits(read))) {
            throw UnreadableUrlException.malformed("it ends in a number and is no IPv4 address");
        }
        return new HostReading.Name(read);
    }

    private static String label(String label) {
        if (label.isEmpty() || label.length() > LONGEST_LABEL) {
            throw UnreadableUrlException.malformed("a part of its host is empty or too long");
        }
        if (!label.chars().allMatch(HostReader::isOfAName)) {
            throw UnreadableUrlException.malformed("its host holds characters that no host has");
        }
        return label.startsWith(ENCODED) ? decoded(label.substring(ENCODED.length())) : label;
    }

    private static boolean isOfAName(int c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c >= 0x80;
    }

    /** What is encoded must be in the form that encoders give it: another form is a second name for what decodes to it. */
    private static String decoded(String punycode) {
        String label = Punycode.decode(punycode);
        if (label == null
                || HostText.isAscii(label)
                || label.indexOf('.') >= 0
                || !HostText.of(label).equals(label)) {
            throw UnreadableUrlException.malformed("an international name in it is not encoded rightly");
        }
        return label;
    }
}
