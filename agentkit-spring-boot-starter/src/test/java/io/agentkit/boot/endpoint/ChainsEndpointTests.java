package io.agentkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.ChatMiddleware;
import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.boot.ToolDeclarations;
import io.agentkit.boot.endpoint.BridgeCoverage.Entry;
import io.agentkit.boot.endpoint.ChainsEndpoint.ChainsDescriptor;
import io.agentkit.limit.RateLimiterStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ChainsEndpointTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(AgentkitAutoConfiguration.class, ChainsEndpointAutoConfiguration.class))
            .withPropertyValues("management.endpoints.web.exposure.include=chains");

    @Test
    void showsOrderAndEffectiveSettings() {
        runner.withPropertyValues(
                        "agentkit.chat.chain=tracing,retry",
                        "agentkit.chat.retry.max-attempts=5",
                        "agentkit.chat.retry.backoff.max=1500ms")
                .run(context -> {
                    var chat = context.getBean(ChainsEndpoint.class)
                            .chains()
                            .pairs()
                            .get("default")
                            .chat();

                    assertThat(chat.chain()).isEqualTo("tracing(retry(model))");
                    assertThat(chat.middlewares().get(1).bean()).isEqualTo("agentkit.chat.retry");
                    assertThat(chat.middlewares().get(1).settings())
                            .containsEntry("max-attempts", 5)
                            .containsEntry("backoff", Map.of("base", "200ms", "max", "1500ms", "multiplier", 2.0))
                            .containsEntry("side-effects", "never");
                });
    }

    @Test
    void showsTheApplicationsOwnMiddlewareByItsBean() {
        runner.withBean("pii", ChatMiddleware.class, () -> (call, next) -> next.call(call))
                .withPropertyValues("agentkit.chat.chain=pii")
                .run(context -> assertThat(context.getBean(ChainsEndpoint.class)
                                .pair("default")
                                .chat()
                                .middlewares())
                        .singleElement()
                        .hasFieldOrPropertyWithValue("bean", "pii")
                        .hasFieldOrPropertyWithValue("settings", Map.of()));
    }

    @Test
    void knowsNoPairThatWasNotWritten() {
        runner.run(context -> assertThat(context.getBean(ChainsEndpoint.class).pair("support"))
                .isNull());
    }

    @Test
    void showsWhatTheBridgesGovern() {
        Entry entry = new Entry("openAiChatModel", "chat model", false, "excluded");
        runner.withBean(BridgeCoverage.class, () -> () -> List.of(entry))
                .run(context -> assertThat(
                                context.getBean(ChainsEndpoint.class).chains().coverage())
                        .containsExactly(entry));
    }

    @Test
    void listsToolsOfWhichNobodySaidWhatASecondCallDoes() {
        runner.withPropertyValues("agentkit.tool.tools.look_up.safety=read-only")
                .run(context -> {
                    ToolDeclarations tools = context.getBean(ToolDeclarations.class);
                    tools.facts("default", "look_up", List.of());
                    tools.facts("default", "charge_card", List.of());

                    ChainsDescriptor shown =
                            context.getBean(ChainsEndpoint.class).chains();

                    assertThat(shown.toolsOfUnknownSafety()).containsExactly("charge_card");
                });
    }

    @Test
    void showsWhatRateLimitersLookLikeNow() {
        runner.withPropertyValues("agentkit.chat.chain=rate-limit", "agentkit.chat.rate-limit.interval=1s")
                .run(context -> assertThat(
                                context.getBean(ChainsEndpoint.class).chains().rateLimiters())
                        .containsExactly(new RateLimiterStatus("agentkit.chat.rate-limit", 0, 0, List.of())));
    }

    @Test
    void saysThatChainsAreSwitchedOff() {
        runner.withPropertyValues("agentkit.enabled=false")
                .run(context -> assertThat(
                                context.getBean(ChainsEndpoint.class).chains().enabled())
                        .isFalse());
    }
}
