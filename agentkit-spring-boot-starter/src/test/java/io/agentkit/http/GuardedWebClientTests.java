package io.agentkit.http;

import io.agentkit.egress.Guardrail;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.client.WebClient;

class GuardedWebClientTests extends GuardedClientContract {

    private WebClient client;

    @Override
    void use(Guardrail guardrail, HttpClientSettings settings, ScriptedNames names) {
        AddressResolverGroup<InetSocketAddress> resolvers = new AddressResolverGroup<>() {
            @Override
            protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
                return new Names(executor, names).asAddressResolver();
            }
        };
        client = new GuardedWebClient(
                        WebClient::builder,
                        settings,
                        guardrail,
                        builder -> builder.withHttpClientCustomizer(http -> http.resolver(resolvers)))
                .builder()
                .build();
    }

    @Override
    String get(String url) {
        return client.get()
                .uri(URI.create(url))
                .retrieve()
                .bodyToMono(String.class)
                .block();
    }

    @Override
    void send(HttpMethod method, String url, @Nullable String key) {
        client.method(method)
                .uri(URI.create(url))
                .headers(headers -> {
                    if (key != null) {
                        headers.set("idempotency-key", key);
                    }
                })
                .bodyValue("x")
                .retrieve()
                .toBodilessEntity()
                .block();
    }

    private static final class Names extends InetNameResolver {

        private final ScriptedNames names;

        Names(EventExecutor executor, ScriptedNames names) {
            super(executor);
            this.names = names;
        }

        @Override
        protected void doResolve(String host, Promise<InetAddress> promise) {
            try {
                promise.setSuccess(names.resolve(host).get(0));
            } catch (UnknownHostException unknown) {
                promise.setFailure(unknown);
            }
        }

        @Override
        protected void doResolveAll(String host, Promise<List<InetAddress>> promise) {
            try {
                promise.setSuccess(names.resolve(host));
            } catch (UnknownHostException unknown) {
                promise.setFailure(unknown);
            }
        }
    }
}
