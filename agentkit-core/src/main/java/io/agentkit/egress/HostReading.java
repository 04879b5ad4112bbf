package io.agentkit.egress;

import inet.ipaddr.IPAddress;

/** What a client may make of the text of a host. */
sealed interface HostReading {

    /**
     * It connects to an address.
     *
     * @param value the IPv4 address where one is mapped into IPv6
     */
    record Address(IPAddress value) implements HostReading {}

    /**
     * It looks a name up.
     *
     * @param value in lower case and composed Unicode, punycode decoded, without a dot at the end
     */
    record Name(String value) implements HostReading {}
}
