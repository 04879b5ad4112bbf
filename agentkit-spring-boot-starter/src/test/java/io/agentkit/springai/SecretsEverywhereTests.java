package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.AgentKitException;
import io.agentkit.Event;
import io.agentkit.boot.endpoint.AgentkitEndpointsAutoConfiguration;
import io.agentkit.boot.endpoint.ChainsEndpointAutoConfiguration;
import io.agentkit.boot.observe.AgentkitMetricsAutoConfiguration;
import io.agentkit.errors.AgentkitErrorsAutoConfiguration;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.client.HttpClientErrorException;
import tools.jackson.databind.json.JsonMapper;

/** Marked secrets go through an application with all that operators look at; none of it may show the mark. */
@ExtendWith(OutputCaptureExtension.class)
class SecretsEverywhereTests {

    private static final String MARK = "ZQ7x";

    private static final String BODY =
            "{\"error\":{\"code\":\"sk-proj-%s81\",\"message\":\"bad key sk-proj-%s81 in '%s'\"}}"
                    .formatted(MARK, MARK, MARK);

    private final ApplicationContextRunner runner = BridgeContext.runner()
            .withConfiguration(AutoConfigurations.of(
                    AgentkitErrorsAutoConfiguration.class,
                    AgentkitMetricsAutoConfiguration.class,
                    AgentkitEndpointsAutoConfiguration.class,
                    ChainsEndpointAutoConfiguration.class))
            .withUserConfiguration(Application.class)
            .withPropertyValues(
                    "agentkit.chat.chain=tracing,depth-limit,meter,cost,retry",
                    "agentkit.chat.retry.backoff.base=0s",
                    "agentkit.tool.chain=tracing,tool-log,audit,depth-limit,memoize,meter,retry",
                    "agentkit.tool.tools.fails.secret-arguments=card",
                    "agentkit.budgets.run.scope=run",
                    "agentkit.budgets.run.max-tokens=100000",
                    "logging.level.io.agentkit=trace",
                    "management.endpoints.web.exposure.include=*",
                    "management.endpoint.toolaudit.access=READ_ONLY");

    static class Tools {

        @Tool
        String tells(String card) {
            return "result " + card;
        }

        @Tool
        String fails(String card) {
            throw new IllegalStateException(
                    "declined " + card + " at https://ann:" + MARK + "@pay.example/?key=" + MARK);
        }
    }

    @Test // AU-01
    void showNowhere(CapturedOutput output) {
        runner.run(context -> {
            FakeModel fake = (FakeModel) ((AgentkitChatModel) context.getBean(ChatModel.class)).unwrap();
            String arguments = "{\"card\":\"" + MARK + "\"}";
            RuntimeException refused = HttpClientErrorException.create(
                    HttpStatus.UNAUTHORIZED,
                    MARK,
                    new HttpHeaders(),
                    BODY.getBytes(StandardCharsets.UTF_8),
                    StandardCharsets.UTF_8);
            fake.answer(
                    FakeModel.toolCall("call-1", "tells", arguments),
                    FakeModel.toolCall("call-2", "fails", arguments),
                    new IllegalStateException("connection reset by https://ann:" + MARK + "@llm.example/?key=" + MARK),
                    FakeModel.response("answer " + MARK),
                    refused);
            ask(context);
            ask(context);

            assertThat(seen(context)
                            + output.getAll()
                                    .lines()
                                    .filter(line -> line.contains("agentkit"))
                                    .toList())
                    .doesNotContain(MARK)
                    .contains("agentkit.tool.calls", "tells");
        });
    }

    private static void ask(ApplicationContext context) {
        try {
            context.getBean(ChatClient.class)
                    .prompt()
                    .system("system " + MARK)
                    .user("question " + MARK)
                    .tools(new Tools())
                    .toolContext(Map.of("user", MARK))
                    .call()
                    .content();
        } catch (AgentKitException ours) {
            context.getBean(Heard.class).text.append(ours);
        } catch (RuntimeException theirs) {
            // Goes out as the provider's client threw it.
        }
    }

    private static String seen(ApplicationContext context) {
        StringBuilder seen = new StringBuilder(context.getBean(Heard.class).text);
        for (Meter meter : context.getBean(MeterRegistry.class).getMeters()) {
            seen.append(meter.getId()).append('\n');
        }
        JsonMapper json = JsonMapper.builder().build();
        for (Object endpoint : context.getBeansWithAnnotation(Endpoint.class).values()) {
            for (Method method : endpoint.getClass().getDeclaredMethods()) {
                if (method.isAnnotationPresent(ReadOperation.class)) {
                    ReflectionUtils.makeAccessible(method);
                    Object answer = answer(endpoint, method);
                    seen.append(method)
                            .append(answer == null ? "" : json.writeValueAsString(answer))
                            .append('\n');
                }
            }
        }
        return seen.toString();
    }

    /** As asked without parameters; an operation that needs one says nothing here. */
    private static Object answer(Object endpoint, Method method) {
        try {
            return method.invoke(endpoint, new Object[method.getParameterCount()]);
        } catch (ReflectiveOperationException | IllegalArgumentException needsOne) {
            return null;
        }
    }

    static final class Heard {

        final StringBuilder text = new StringBuilder();

        @EventListener
        synchronized void on(Event event) {
            text.append(event).append('\n');
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        ChatModel chatModel() {
            return new FakeModel();
        }

        @Bean
        ChatClient chatClient(ChatClient.Builder builder) {
            return builder.build();
        }

        @Bean
        Heard heard() {
            return new Heard();
        }

        @Bean
        MeterRegistry meterRegistry() {
            return new SimpleMeterRegistry();
        }

        @Bean
        ObservationRegistry observationRegistry(MeterRegistry meters) {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig()
                    .observationHandler(
                            new io.micrometer.core.instrument.observation.DefaultMeterObservationHandler(meters));
            return registry;
        }
    }
}
