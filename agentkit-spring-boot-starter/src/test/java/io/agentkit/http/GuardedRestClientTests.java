package io.agentkit.http;

import io.agentkit.egress.Guardrail;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.hc.client5.http.DnsResolver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.http.HttpMethod;
import org.springframework.web.client.RestClient;

class GuardedRestClientTests extends GuardedClientContract {

    private GuardedRestClient guarded;
    private RestClient client;

    @Override
    void use(Guardrail guardrail, HttpClientSettings settings, ScriptedNames names) {
        guarded = new GuardedRestClient(
                RestClient::builder, settings, guardrail, builder -> builder.withDnsResolver(resolver(names)));
        client = guarded.builder().build();
    }

    private static DnsResolver resolver(ScriptedNames names) {
        return new DnsResolver() {
            @Override
            public InetAddress[] resolve(String host) throws UnknownHostException {
                return names.resolve(host).toArray(InetAddress[]::new);
            }

            @Override
            public String resolveCanonicalHostname(String host) {
                return host;
            }
        };
    }

    @Override
    String get(String url) {
        return client.get().uri(java.net.URI.create(url)).retrieve().body(String.class);
    }

    @Override
    void send(HttpMethod method, String url, @Nullable String key) {
        client.method(method)
                .uri(java.net.URI.create(url))
                .headers(headers -> {
                    if (key != null) {
                        headers.set("idempotency-key", key);
                    }
                })
                .body("x")
                .retrieve()
                .toBodilessEntity();
    }

    @AfterEach
    void close() throws Exception {
        guarded.close();
    }
}
