package io.agentkit.egress;

import java.util.Set;

/**
 * Names that lead inside whatever the DNS says, or that the DNS does not know.
 */
final class Names {

    /** Names of metadata services, from the clouds' documentation. Those without a dot and under {@code internal} are elsewhere as well. */
    private static final Set<String> METADATA = Set.of(
            "metadata.google.internal",
            "metadata.goog",
            "instance-data.ec2.internal",
            "metadata.aws.internal",
            "metadata.azure.internal",
            "metadata.tencentyun.com",
            "metadata.packet.net",
            "metadata.platformequinix.com",
            "metadata.cloud.ibm.com");

    /** What a name inside a network that leads to metadata begins with. */
    private static final Set<String> METADATA_HOSTS = Set.of("metadata", "instance-data", "rancher-metadata");

    /**
     * Ends of names that are resolved inside a network or not at all: special-use names (RFC 6761, 6762, 7686, 8375, 9476), names that ICANN
     * keeps out of the DNS since networks use them (home, corp, mail, internal), and what routers, directories and clusters use.
     */
    private static final Set<String> INSIDE = Set.of(
            "localhost",
            "local",
            "localdomain",
            "localdomain4",
            "localdomain6",
            "localnet",
            "test",
            "invalid",
            "onion",
            "alt",
            "arpa",
            "internal",
            "home",
            "corp",
            "mail",
            "lan",
            "intranet",
            "intra",
            "private",
            "priv",
            "workgroup",
            "router",
            "dhcp",
            "consul",
            "svc",
            "cluster",
            "docker",
            "kube");

    /** Public names whose every answer is a loopback address. */
    private static final Set<String> LOOPBACK = Set.of(
            "localtest.me",
            "lvh.me",
            "vcap.me",
            "lacolhost.com",
            "localh.st",
            "localho.st",
            "local.gd",
            "fuf.me",
            "127-0-0-1.org.uk",
            "localhost.domaincontrol.com",
            "spoofed.burpcollaborator.net");

    /** Services that answer with one address now and another later. */
    private static final Set<String> REBINDING = Set.of("rbndr.us", "rebind.network", "rebind.it", "1u.ms");

    private Names() {}

    static boolean isMetadata(String name) {
        return isBelow(name, METADATA) || (isInside(name) && METADATA_HOSTS.contains(firstLabel(name)));
    }

    /** Whether the name has no dot, or is resolved by a network for itself. */
    static boolean isInside(String name) {
        return name.indexOf('.') < 0 || INSIDE.contains(name.substring(name.lastIndexOf('.') + 1));
    }

    /** Whether the name has no dot and says nothing about where it leads. */
    static boolean isUnknownInside(String name) {
        return name.indexOf('.') < 0 && !INSIDE.contains(name) && !METADATA_HOSTS.contains(name);
    }

    static boolean isLoopback(String name) {
        return isBelow(name, LOOPBACK);
    }

    static boolean isRebinding(String name) {
        return isBelow(name, REBINDING);
    }

    /** Whether the name is one of these or below one. */
    static boolean isBelow(String name, Set<String> names) {
        for (int start = 0; start >= 0; start = name.indexOf('.', start) + 1) {
            if (names.contains(name.substring(start))) {
                return true;
            }
            if (name.indexOf('.', start) < 0) {
                return false;
            }
        }
        return false;
    }

    private static String firstLabel(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }
}
