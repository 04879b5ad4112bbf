package io.agentkit.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.BlockedException;
import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.egress.Guardrail;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.netty.http.client.HttpClient;

class AgentkitHttpAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    HttpClientAutoConfiguration.class,
                    RestClientAutoConfiguration.class,
                    WebClientAutoConfiguration.class,
                    AgentkitAutoConfiguration.class,
                    AgentkitHttpAutoConfiguration.class));

    @ParameterizedTest // EG-03, EG-07
    @ValueSource(
            strings = {
                "http://127.0.0.1:1/",
                "http://localhost:1/",
                "http://[::1]:1/",
                "http://2130706433:1/",
                "ftp://a.example/"
            })
    void refusesWhatTheBuiltInGuardrailRefuses(String url) {
        runner.run(context -> {
            RestClient rest = context.getBean(GuardedRestClient.class).builder().build();
            WebClient web = context.getBean(GuardedWebClient.class).builder().build();

            assertThatThrownBy(() ->
                            rest.get().uri(java.net.URI.create(url)).retrieve().body(String.class))
                    .isInstanceOf(BlockedException.class);
            assertThatThrownBy(() -> web.get()
                            .uri(java.net.URI.create(url))
                            .retrieve()
                            .bodyToMono(String.class)
                            .block())
                    .isInstanceOf(BlockedException.class);
        });
    }

    @Test
    void keepsToTheSettingsOfTheToolChain() {
        runner.withPropertyValues("agentkit.tool.chain=egress", "agentkit.tool.egress.deny=denied.example")
                .run(context -> {
                    RestClient rest =
                            context.getBean(GuardedRestClient.class).builder().build();

                    assertThatThrownBy(() -> rest.get()
                                    .uri("http://denied.example/")
                                    .retrieve()
                                    .body(String.class))
                            .isInstanceOf(BlockedException.class);
                });
    }

    @Test
    void asksTheApplicationsGuardrail() {
        runner.withBean(Guardrail.class, OnlyOneAddress::new).run(context -> {
            RestClient rest = context.getBean(GuardedRestClient.class).builder().build();

            assertThatThrownBy(
                            () -> rest.get().uri("http://192.0.2.1/").retrieve().body(String.class))
                    .hasMessageEndingWith("it is private");
        });
    }

    @Test
    void keepsWhatTheApplicationCustomizes() {
        runner.withBean(RestClientCustomizer.class, () -> builder -> builder.defaultHeader("X-App", "shop"))
                .run(context -> {
                    boolean[] seen = {false};
                    context.getBean(GuardedRestClient.class)
                            .builder()
                            .defaultHeaders(headers -> seen[0] = "shop".equals(headers.getFirst("X-App")));

                    assertThat(seen[0]).isTrue();
                });
    }

    @Test
    void makesNoClientThatCannotBeGuarded() {
        runner.withClassLoader(new FilteredClassLoader(HttpClientBuilder.class, HttpClient.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(GuardedRestClient.class)
                        .doesNotHaveBean(GuardedWebClient.class));
    }

    @Test
    void backsOffWhereTheApplicationHasItsOwn() {
        runner.withBean(
                        "mine",
                        GuardedWebClient.class,
                        () -> new GuardedWebClient(
                                WebClient::builder,
                                org.springframework.boot.http.client.HttpClientSettings.defaults(),
                                new OnlyOneAddress(),
                                builder -> builder))
                .run(context -> assertThat(context).hasSingleBean(GuardedWebClient.class));
    }
}
