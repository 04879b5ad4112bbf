package io.agentkit.http;

import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.boot.AgentkitProperties;
import io.agentkit.egress.EgressSpec;
import io.agentkit.egress.Guardrail;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.InetAddressFilter;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.netty.http.client.HttpClient;

/**
 * Makes guarded HTTP clients of what is on the class path.
 */
@AutoConfiguration(
        after = AgentkitAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration",
            "org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration",
            "org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration"
        })
@ConditionalOnClass(InetAddressFilter.class)
public final class AgentkitHttpAutoConfiguration {

    /** The one of the tool chain, where its settings are; a bean of the application comes before. */
    private static Guardrail builtIn(AgentkitProperties properties) {
        EgressSpec written = properties.tool().egress();
        return (written == null ? EgressSpec.defaults() : written).guardrail();
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({RestClient.class, RestClientCustomizer.class, HttpClientBuilder.class})
    static class Blocking {

        @Bean
        @ConditionalOnMissingBean
        GuardedRestClient agentkitGuardedRestClient(
                ObjectProvider<Guardrail> guardrail,
                AgentkitProperties properties,
                ObjectProvider<HttpClientSettings> settings,
                ObjectProvider<RestClient.Builder> builders) {
            return new GuardedRestClient(
                    () -> builders.getIfAvailable(RestClient::builder),
                    settings.getIfAvailable(HttpClientSettings::defaults),
                    guardrail.getIfAvailable(() -> builtIn(properties)),
                    UnaryOperator.identity());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({WebClient.class, WebClientCustomizer.class, HttpClient.class})
    static class Reactive {

        @Bean
        @ConditionalOnMissingBean
        GuardedWebClient agentkitGuardedWebClient(
                ObjectProvider<Guardrail> guardrail,
                AgentkitProperties properties,
                ObjectProvider<HttpClientSettings> settings,
                ObjectProvider<WebClient.Builder> builders) {
            return new GuardedWebClient(
                    () -> builders.getIfAvailable(WebClient::builder),
                    settings.getIfAvailable(HttpClientSettings::defaults),
                    guardrail.getIfAvailable(() -> builtIn(properties)),
                    UnaryOperator.identity());
        }
    }
}
