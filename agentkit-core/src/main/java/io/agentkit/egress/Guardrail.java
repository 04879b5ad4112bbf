package io.agentkit.egress;

import java.net.InetAddress;
import java.net.URI;

/**
 * Decides what may be reached. Neither method looks anything up: who connects resolves the host once, has every address of the answer
 * checked, and connects to a checked one; and has every hop of a redirect checked like a new URL.
 *
 * <p>{@link EgressSpec#guardrail()} makes the built-in one; a bean of the application takes its place. Implementations are thread-safe, and
 * whatever text they are given they answer with a decision and throw nothing.
 */
public interface Guardrail {

    /** Whether a URL may be reached, as it is written in an argument, a header or a redirect; one that cannot be read is refused. */
    EgressDecision checkUrl(String url);

    /**
     * Whether a connection that was asked for by a host may go to an address.
     *
     * @param host the host as the client read it in the URL: a name, or an address, in brackets or not
     * @param address one of those that the host has
     */
    EgressDecision checkAddress(String host, InetAddress address);

    /** What judges for one tool, where that may reach less than others; this one by default. Asked at each call. */
    default Guardrail forTool(String tool) {
        return this;
    }

    /** The same for a URL that was read. */
    default EgressDecision checkUrl(URI url) {
        return checkUrl(url.toString());
    }
}
