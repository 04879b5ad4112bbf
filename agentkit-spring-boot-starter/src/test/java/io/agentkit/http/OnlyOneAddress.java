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

    /** The same guardrail, but for a tool that may only reach one host. */
    Guardrail keeping(String tool, String to) {
        return new Guardrail() {
            @Override
            public EgressDecision checkUrl(String url) {
                return OnlyOneAddress.this.checkUrl(url);
            }

            @Override
            public EgressDecision checkAddress(String host, InetAddress address) {
                return OnlyOneAddress.this.checkAddress(host, address);
            }

            @Override
            public Guardrail forTool(String asked) {
                return asked.equals(tool) ? new OnlyOneHost(to) : this;
            }
        };
    }

    private record OnlyOneHost(String host) implements Guardrail {

        @Override
        public EgressDecision checkUrl(String url) {
            return host.equals(URI.create(url).getHost()) ? EgressDecision.allowed() : refused();
        }

        @Override
        public EgressDecision checkAddress(String name, InetAddress address) {
            return EgressDecision.allowed();
        }
    }
}
