package io.agentkit.boot;

import static io.agentkit.boot.TestChains.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.boot.TestChains.Printed;
import io.agentkit.limit.RateLimiter;
import io.agentkit.limit.RateLimiterSpec;
import io.agentkit.limit.RateLimiters;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class RateLimitConfigurationTests {

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(AgentkitAutoConfiguration.class));

    @Test
    void chainsShareALimiterByItsName() {
        runner.withInitializer(TestChains.file("""
                        agentkit:
                          rate-limiters:
                            search: { interval: 100ms, burst: 5, tokens-per-minute: 90000, per: [tenant] }
                          chat: { chain: [rate-limit], rate-limit: { limiter: search } }
                          tool: { chain: [rate-limit], rate-limit: { limiter: search, max-wait: 0 } }
                        """)).run(context -> {
            RateLimiters limiters = context.getBean(RateLimiters.class);

            assertThat(limiters.all())
                    .singleElement()
                    .extracting(RateLimiter::spec)
                    .isEqualTo(RateLimiterSpec.requests(Duration.ofMillis(100), 5)
                            .withTokens(90_000L, null)
                            .withPer("tenant"));
        });
    }

    @Test
    void aLimiterOfAChainItselfIsNamedLikeItsMiddleware() {
        runner.withPropertyValues("agentkit.tool.chain=rate-limit", "agentkit.tool.rate-limit.interval=1s")
                .run(context -> assertThat(context.getBean(RateLimiters.class).all())
                        .extracting(RateLimiter::name)
                        .containsExactly("agentkit.tool.rate-limit"));
    }

    @Test
    void refusesALimitWithoutARate() {
        assertThat(failureOf("agentkit.chat.chain: [rate-limit]"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.chat.rate-limit.interval
                        Origin: Byte array resource [application.yml] - 1:23
                        Reason: 'interval' must be set to limit requests, or 'tokens-per-minute' to limit tokens of models, or 'limiter' to the name of a limiter
                        """, "Write 'agentkit.chat.rate-limit.interval'."));
    }

    @Test
    void namesASettingInsideAnotherBlockAsItIsWritten() {
        assertThat(failureOf(
                        "agentkit.chat: { chain: [fallback], fallback: { models: [a], breaker: { cool-down: 0 } } }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.chat.fallback.breaker.cool-down
                        Value: "0"
                        Origin: Byte array resource [application.yml] - 1:84
                        Reason: 'breaker.cool-down' must be at least 1 ms (was PT0S)
                        """, "Correct the value of 'agentkit.chat.fallback.breaker.cool-down'."));
    }

    @Test
    void refusesALimiterThatDoesNotExist() {
        assertThat(failureOf("""
                        agentkit:
                          rate-limiters: { search: { interval: 100ms } }
                          chat: { chain: [rate-limit], rate-limit: { limiter: search } }
                          tool: { chain: [rate-limit], rate-limit: { limiter: serch } }
                        """))
                .isEqualTo(
                        Printed.of(
                                """
                        Property: agentkit.tool.rate-limit.limiter
                        Value: "serch"
                        Origin: Byte array resource [application.yml] - 4:55
                        Reason: There is no rate limiter 'serch'
                        """,
                                "Did you mean 'search'? Write it below 'agentkit.rate-limiters', or write a rate in place of its name."));
    }

    @Test
    void refusesALimiterThatNobodyUses() {
        assertThat(failureOf("agentkit.rate-limiters.search: { interval: 100ms }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.rate-limiters.search
                        Origin: Byte array resource [application.yml] - 1:44
                        Reason: No chain has a 'rate-limit' with 'limiter: search', so it would limit nothing
                        """, "Name it in the 'rate-limit' of a chain, or remove it."));
    }

    @Test
    void refusesALimiterWithoutARate() {
        assertThat(failureOf("""
                        agentkit:
                          rate-limiters: { search: { burst: 3 } }
                          chat: { chain: [rate-limit], rate-limit: { limiter: search } }
                        """).description())
                .contains("Property: agentkit.rate-limiters.search.interval", "'interval' must be set");
    }

    @Test
    void refusesTokensOfModelsAroundTools() {
        assertThat(failureOf("agentkit.tool: { chain: [rate-limit], rate-limit: { tokens-per-minute: 1000 } }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.tool.rate-limit.tokens-per-minute
                        Value: "1000"
                        Origin: Byte array resource [application.yml] - 1:72
                        Reason: 'tokens-per-minute' counts tokens of models, and this is a chain around tools
                        """, "Write it among the settings of 'rate-limit' in a chat chain."));
    }

    @Test
    void refusesAKeyThatCallsOfThisKindDoNotHave() {
        assertThat(failureOf("agentkit.chat: { chain: [rate-limit], rate-limit: { interval: 1s, per: [tool] } }")
                        .description())
                .contains("Reason: 'per' names 'tool', and this is a chain around models");
    }

    @Test
    void refusesTheProviderOfATool() {
        assertThat(failureOf("agentkit.tool: { chain: [rate-limit], rate-limit: { interval: 1s, per: [provider] } }")
                        .description())
                .contains("Reason: 'per' names 'provider', and this is a chain around tools");
    }

    @Test
    void warnsOfAKeyThatMayBeASlip(CapturedOutput output) {
        TestChains.yml("""
                        agentkit:
                          rate-limiters: { shared: { interval: 1s, per: [usr] } }
                          chat: { chain: [rate-limit], rate-limit: { interval: 1s, per: [tenannt, run, project] } }
                          tool: { chain: [rate-limit], rate-limit: { limiter: shared } }
                        """).run(context -> assertThat(context).hasNotFailed());

        assertThat(output)
                .contains(
                        "'agentkit.chat.rate-limit.per' (Byte array resource [application.yml] - 3:66) names 'tenannt', a"
                                + " scope key of the application's own: what has no value for it shares one bucket; was 'tenant' meant?",
                        "names 'usr'",
                        "was 'user' meant?")
                .doesNotContain("names 'run'", "names 'project'");
    }
}
