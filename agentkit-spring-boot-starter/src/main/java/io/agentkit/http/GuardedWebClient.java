package io.agentkit.http;

import io.agentkit.RunFrame;
import io.agentkit.RunThreadLocalAccessor;
import io.agentkit.ToolCallContext;
import io.agentkit.egress.Guardrail;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.net.URI;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientRequest;
import reactor.netty.http.client.HttpClientResponse;
import reactor.util.context.ContextView;

/**
 * Makes {@link WebClient}s for tools that reach what a model or a user names. They are guarded as those of {@link GuardedRestClient} are.
 * Thread-safe.
 */
public final class GuardedWebClient {

    private static final int MOST_HOPS = 10;

    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private final Supplier<WebClient.Builder> builders;
    private final Refusals refusals;
    private final IdempotencyHeader idempotency = new IdempotencyHeader();
    private final boolean follows;
    private final ClientHttpConnector connector;

    GuardedWebClient(
            Supplier<WebClient.Builder> builders,
            HttpClientSettings settings,
            Guardrail guardrail,
            UnaryOperator<ReactorClientHttpConnectorBuilder> further) {
        this.builders = builders;
        this.refusals = new Refusals(guardrail);
        this.follows = settings.redirects() != HttpRedirects.DONT_FOLLOW;
        this.connector = further.apply(ClientHttpConnectorBuilder.reactor())
                .withHttpClientCustomizer(this::guard)
                .build(GuardedSettings.of(settings, guardrail));
    }

    private HttpClient guard(HttpClient client) {
        HttpClient direct = client.noProxy().disableRetry(true);
        return follows ? direct.followRedirect(this::mayFollow) : direct;
    }

    private boolean mayFollow(HttpClientRequest request, HttpClientResponse response) {
        String location = response.responseHeaders().get(HttpHeaderNames.LOCATION);
        return location != null
                && REDIRECTS.contains(response.status().code())
                && request.redirectedFrom().length < MOST_HOPS
                && refusals.allowHop(
                        URI.create(String.valueOf(request.resourceUrl())),
                        location,
                        request.currentContextView().getOrDefault(ToolCallContext.class, null));
    }

    /** A new builder with all that the application's own customizers do. Setting another connector on it takes the guard away. */
    public WebClient.Builder builder() {
        WebClient.Builder builder = builders.get();
        customizer().customize(builder);
        return builder;
    }

    /**
     * Guards a builder that the application makes. As a bean of the application it guards every client that Boot builds, also those that
     * have to reach services in the own network.
     */
    public WebClientCustomizer customizer() {
        return builder -> builder.clientConnector(connector).filter(this::checked);
    }

    private Mono<ClientResponse> checked(ClientRequest request, ExchangeFunction next) {
        return Mono.deferContextual(subscriber -> {
                    ToolCallContext call = call(subscriber);
                    refusals.check(request.url(), call);
                    Mono<ClientResponse> exchange = next.exchange(keyed(request, call))
                            .flatMap(response -> refusedHop(request, response, call));
                    return call == null
                            ? exchange
                            : exchange.contextWrite(context -> context.put(ToolCallContext.class, call));
                })
                .onErrorMap(RuntimeException.class, refusals::translated);
    }

    /** The one that Reactor's context carries, else the thread's. */
    private static @Nullable ToolCallContext call(ContextView subscriber) {
        RunFrame carried = subscriber.getOrDefault(RunThreadLocalAccessor.KEY, null);
        ToolCallContext call = ToolCallContext.of(carried);
        return call == null ? ToolCallContext.current() : call;
    }

    private ClientRequest keyed(ClientRequest request, @Nullable ToolCallContext call) {
        String key = idempotency.of(request.method(), request.url(), request.headers(), call);
        return key == null
                ? request
                : ClientRequest.from(request)
                        .header(IdempotencyHeader.NAME, key)
                        .build();
    }

    /** A redirect that was not followed because it may not be. A relative one stays with a host that may be reached. */
    private Mono<ClientResponse> refusedHop(
            ClientRequest request, ClientResponse response, @Nullable ToolCallContext call) {
        String location = follows ? response.headers().asHttpHeaders().getFirst(HttpHeaders.LOCATION) : null;
        if (location == null
                || !REDIRECTS.contains(response.statusCode().value())
                || refusals.allowHop(request.url(), location, call)) {
            return Mono.just(response);
        }
        return response.releaseBody().then(Mono.fromRunnable(() -> refusals.checkHop(request.url(), location, call)));
    }
}
