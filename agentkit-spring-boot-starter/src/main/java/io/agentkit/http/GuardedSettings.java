package io.agentkit.http;

import io.agentkit.egress.Guardrail;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpCookieHandling;
import org.springframework.boot.http.client.InetAddressFilter;

/** The application's settings of HTTP clients, with what guarded ones need. */
final class GuardedSettings {

    private static final Duration CONNECT = Duration.ofSeconds(5);

    private static final Duration READ = Duration.ofSeconds(30);

    private GuardedSettings() {}

    /** An address has to pass the guardrail, and the application's own filter where it has one. */
    static HttpClientSettings of(HttpClientSettings settings, Guardrail guardrail) {
        InetAddressFilter own = settings.inetAddressFilter();
        InetAddressFilter ours = new Filter(guardrail);
        return settings.orElse(HttpClientSettings.defaults().withTimeouts(CONNECT, READ))
                .withCookieHandling(HttpCookieHandling.DISABLE)
                .withInetAddressFilter(own == null ? ours : ours.and(own));
    }

    private record Filter(Guardrail guardrail) implements InetAddressFilter {

        /** Text of the host as it was asked for, which an address that was looked up remembers. */
        @Override
        public boolean matches(InetAddress address) {
            return matches(new InetSocketAddress(address, 0));
        }

        @Override
        public boolean matches(InetSocketAddress address) {
            return address.getAddress() != null
                    && guardrail
                            .checkAddress(address.getHostString(), address.getAddress())
                            .isAllowed();
        }

        /** Boot shows it in its messages. */
        @Override
        public String toString() {
            return "the guardrail of egress";
        }
    }
}
