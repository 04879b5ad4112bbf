package io.agentkit.egress;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** Numbers of ports, as settings list them. */
final class Ports {

    /** The bad ports of the Fetch standard: what listens there may take an HTTP request for commands of its own. */
    static final Set<Integer> BAD = Set.of(
            1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
            109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
            526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
            3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080);

    private static final int HIGHEST = 65_535;

    private Ports() {}

    /** In order, so that they are always shown alike. */
    static Set<Integer> of(String setting, Set<Integer> ports) {
        for (int port : ports) {
            if (port < 1 || port > HIGHEST) {
                throw new IllegalArgumentException("'%s' must be from 1 to 65535 (was %d)".formatted(setting, port));
            }
        }
        return Collections.unmodifiableSet(new TreeSet<>(ports));
    }
}
