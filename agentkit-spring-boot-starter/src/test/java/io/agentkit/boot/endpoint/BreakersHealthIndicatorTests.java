package io.agentkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.boot.Chains;
import io.agentkit.chat.ChatRequest;
import io.agentkit.test.FakeTime;
import io.agentkit.test.ScriptedModel;
import io.agentkit.time.Time;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

class BreakersHealthIndicatorTests {

    private final FakeTime time = new FakeTime();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AgentkitAutoConfiguration.class,
                    AgentkitEndpointsAutoConfiguration.class,
                    ChainsEndpointAutoConfiguration.class))
            .withBean(Time.class, () -> time)
            .withPropertyValues(
                    "management.endpoints.web.exposure.include=chains",
                    "agentkit.chat.chain=retry",
                    "agentkit.chat.retry.max-attempts=1",
                    "agentkit.chat.retry.breaker.failures=2");

    @Test
    void isThereOnlyWhenItIsAskedFor() {
        runner.run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
    }

    @Test
    void isOutOfServiceWhileACircuitIsOpenAndUpWhenItsCoolDownIsOver() {
        runner.withPropertyValues("management.health.agentkit-breakers.enabled=true")
                .run(context -> {
                    HealthIndicator health = context.getBean(HealthIndicator.class);
                    assertThat(health.health(true).getStatus()).isEqualTo(Status.UP);

                    fail(context);
                    fail(context);

                    assertThat(health.health(true).getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
                    assertThat(health.health(true).getDetails()).containsEntry("chat/default/gpt-x", "open");
                    time.advance(Duration.ofSeconds(15));
                    assertThat(health.health(true).getStatus()).isEqualTo(Status.UP);
                    assertThat(health.health(true).getDetails()).containsEntry("chat/default/gpt-x", "half-open");
                });
    }

    @Test
    void theEndpointOfChainsShowsWhyACircuitIsOpen() {
        runner.run(context -> {
            fail(context);
            fail(context);
            time.advance(Duration.ofSeconds(5));

            assertThat(context.getBean(ChainsEndpoint.class).chains().breakers())
                    .containsExactly(new BreakerDescriptor(
                            "chat", "default", "gpt-x", "open", 2, Duration.ofSeconds(10), "unavailable"));
        });
    }

    private static void fail(ApplicationContext context) {
        ScriptedModel model = new ScriptedModel().fail(new AgentKitException(ErrorKind.UNAVAILABLE, "no"));
        ChatRequest request = ChatRequest.user("hi").mutate().model("gpt-x").build();

        assertThatThrownBy(
                        () -> context.getBean(Chains.class).chat().around(model).call(request))
                .isInstanceOf(AgentKitException.class);
    }
}
