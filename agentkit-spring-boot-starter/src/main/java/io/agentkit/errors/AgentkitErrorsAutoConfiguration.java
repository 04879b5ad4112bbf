package io.agentkit.errors;

import com.anthropic.errors.AnthropicServiceException;
import com.google.genai.errors.ApiException;
import com.openai.errors.OpenAIServiceException;
import io.agentkit.ErrorReader;
import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.time.Time;
import org.springframework.ai.retry.TransientAiException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/**
 * Knows the exceptions of the clients on the class path. Further readers are beans of type {@link ErrorReader}.
 */
@AutoConfiguration(before = AgentkitAutoConfiguration.class)
public final class AgentkitErrorsAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(OpenAIServiceException.class)
    static class OpenAi {

        @Bean
        ErrorReader agentkitOpenAiErrorReader(ObjectProvider<Time> time) {
            return new OpenAiErrorReader(time.getIfAvailable(Time::system));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(AnthropicServiceException.class)
    static class Anthropic {

        @Bean
        ErrorReader agentkitAnthropicErrorReader(ObjectProvider<Time> time) {
            return new AnthropicErrorReader(time.getIfAvailable(Time::system));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ApiException.class)
    static class Google {

        @Bean
        ErrorReader agentkitGoogleErrorReader() {
            return new GoogleErrorReader();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(AwsServiceException.class)
    static class Aws {

        @Bean
        ErrorReader agentkitAwsErrorReader(ObjectProvider<Time> time) {
            return new AwsErrorReader(time.getIfAvailable(Time::system));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(TransientAiException.class)
    static class SpringAi {

        @Bean
        ErrorReader agentkitSpringAiErrorReader() {
            return new SpringAiErrorReader();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestClientResponseException.class)
    static class RestClient {

        @Bean
        ErrorReader agentkitRestClientErrorReader(ObjectProvider<Time> time) {
            return new RestClientErrorReader(time.getIfAvailable(Time::system));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(WebClientResponseException.class)
    static class WebClient {

        @Bean
        ErrorReader agentkitWebClientErrorReader(ObjectProvider<Time> time) {
            return new WebClientErrorReader(time.getIfAvailable(Time::system));
        }
    }
}
