package io.agentkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.tool.AgentTool;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** Over HTTP, in a servlet and in a reactive application. */
class ChainsEndpointWebTests {

    private static final JsonMapper JSON = new JsonMapper();

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void answersAsDocumented(WebApplicationType type) throws Exception {
        try (ConfigurableApplicationContext context = start(type)) {
            HttpResponse<String> answer = get(context, "/actuator/chains");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(JSON.readTree(answer.body())).isEqualTo(Documented.example("chains"));
            assertThat(get(context, "/actuator/chains/default").statusCode()).isEqualTo(200);
            assertThat(get(context, "/actuator/chains/nobody").statusCode()).isEqualTo(404);
        }
    }

    private static ConfigurableApplicationContext start(WebApplicationType type) {
        return new SpringApplicationBuilder(Application.class)
                .web(type)
                .properties(
                        "server.port=0",
                        "management.endpoints.web.exposure.include=chains",
                        "agentkit.chat.chain=retry",
                        "agentkit.tool.chain=",
                        "agentkit.tool.tools.charge_card.safety=side-effect",
                        "agentkit.tool.tools.charge_card.idempotency=call-id",
                        "spring.main.banner-mode=off",
                        "spring.ai.model.chat=none",
                        "spring.ai.model.embedding=none",
                        "spring.ai.model.image=none",
                        "spring.ai.model.audio.speech=none",
                        "spring.ai.model.audio.transcription=none",
                        "spring.ai.model.moderation=none")
                .run();
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext context, String path) throws Exception {
        String port = context.getEnvironment().getProperty("local.server.port");
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        record Charge(String cvc) {}

        @Bean
        @AgentTool(secretArguments = "cvc")
        ToolCallback chargeCard() {
            return FunctionToolCallback.builder("charge_card", (Charge charge) -> "charged")
                    .inputType(Charge.class)
                    .build();
        }
    }
}
