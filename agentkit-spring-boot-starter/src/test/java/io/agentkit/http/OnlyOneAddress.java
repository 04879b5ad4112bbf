package io.agentkit.http;

import io.agentkit.egress.EgressDecision;
import io.agentkit.egress.EgressRule;
import io.agentkit.egress.Guardrail;
import java.net.InetAddress;
import java.net.URI;

/** Takes 127.0.0.1 for the public network, and every other address for a private one. */
final class OnlyOneAddress implements Guardrail {

    static final String PUBLIC = "127.0.0.1";

    static final String PRIVATE = "127.0.0.2";

    @Override
    public EgressDecision checkUrl(String url) {
        String host = URI.create(url).getHost();
        boolean literal = Character.isDigit(host.charAt(0));
        return literal && !host.equals(PUBLIC) ? refused() : EgressDecision.allowed();
    }

    @Override
    public EgressDecision checkAddress(String host, InetAddress address) {
        return address.getHostAddress().equals(PUBLIC) ? EgressDecision.allowed() : refused();
    }

    private static EgressDecision refused() {
        return EgressDecision.refused(EgressRule.PRIVATE, "it is private");
    }
}
