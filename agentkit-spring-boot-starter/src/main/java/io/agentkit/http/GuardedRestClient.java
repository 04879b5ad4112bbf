package io.agentkit.http;

import io.agentkit.ToolCallContext;
import io.agentkit.egress.Guardrail;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * Makes {@link RestClient}s for tools that reach what a model or a user names:
 *
 * <pre>{@code
 * FetchTools(GuardedRestClient guarded) {
 *     this.client = guarded.builder().build();
 * }
 * }</pre>
 *
 * <p>A host is resolved once, each of its addresses is checked by the {@link Guardrail}, and the connection goes to one that passed, so a
 * name that resolves differently a moment later leads nowhere else. Each hop of a redirect is checked like the first URL. No proxy is used,
 * since it would resolve names itself, and no cookies are kept, since all callers share the connections. What is refused fails with a
 * {@link io.agentkit.BlockedException}.
 *
 * <p>Within a tool call that has an idempotency key, POST and PATCH requests carry one made of it in the header {@code Idempotency-Key}, the same
 * whenever the call is made again, unless they have one already. No request is repeated by the client itself.
 *
 * <p>Timeouts, TLS and whether redirects are followed are those of {@code spring.http.clients}; where no timeouts are set, 5 s for connecting
 * and 30 s for each wait for bytes. Thread-safe; the clients may be shared and kept.
 */
public final class GuardedRestClient implements AutoCloseable {

    private final Supplier<RestClient.Builder> builders;
    private final Refusals refusals;
    private final IdempotencyHeader idempotency = new IdempotencyHeader();
    private final HttpComponentsClientHttpRequestFactory connections;

    GuardedRestClient(
            Supplier<RestClient.Builder> builders,
            HttpClientSettings settings,
            Guardrail guardrail,
            UnaryOperator<HttpComponentsClientHttpRequestFactoryBuilder> further) {
        this.builders = builders;
        this.refusals = new Refusals(guardrail);
        this.connections = further.apply(ClientHttpRequestFactoryBuilder.httpComponents())
                .withHttpClientCustomizer(this::guard)
                .build(GuardedSettings.of(settings, guardrail));
    }

    private void guard(HttpClientBuilder client) {
        client.setRoutePlanner(new DefaultRoutePlanner(DefaultSchemePortResolver.INSTANCE))
                .disableAutomaticRetries()
                .addExecInterceptorAfter(ChainElement.REDIRECT.name(), "egress", new HopCheck(refusals));
    }

    /** A new builder with all that the application's own customizers do. Setting another request factory on it takes the guard away. */
    public RestClient.Builder builder() {
        RestClient.Builder builder = builders.get();
        customizer().customize(builder);
        return builder;
    }

    /**
     * Guards a builder that the application makes. As a bean of the application it guards every client that Boot builds, also those that
     * have to reach services in the own network.
     */
    public RestClientCustomizer customizer() {
        return builder -> builder.requestFactory(connections).requestInterceptor((request, body, execution) -> {
            ToolCallContext call = ToolCallContext.current();
            refusals.check(request.getURI(), call);
            String key = idempotency.of(request.getMethod(), request.getURI(), request.getHeaders(), call);
            if (key != null) {
                request.getHeaders().set(IdempotencyHeader.NAME, key);
            }
            try {
                return execution.execute(request, body);
            } catch (RuntimeException failure) {
                throw refusals.translated(failure);
            }
        });
    }

    /** Closes the connections. */
    @Override
    public void close() throws Exception {
        connections.destroy();
    }
}
