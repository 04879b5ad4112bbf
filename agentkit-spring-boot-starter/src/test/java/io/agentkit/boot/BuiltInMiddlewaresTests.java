package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.CallKind;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
import io.agentkit.resilience.BreakerSpec;
import io.agentkit.resilience.RetrySpec;
import io.agentkit.resilience.TimeoutSpec;
import io.agentkit.spend.Budgets;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** With the middlewares that agentkit brings. */
class BuiltInMiddlewaresTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(AgentkitAutoConfiguration.class))
            .withInitializer(TestChains.file("""
                    agentkit:
                      chat:
                        chain: [tracing, meter, cost, retry]
                        retry: { max-attempts: 4 }
                      tool:
                        chain: [tracing, audit, meter, retry]
                        audit: { keep-arguments: true }
                      budgets:
                        per-run: { scope: run, max-usd: 0.50, max-calls: 40 }
                        tenant-daily: { scope: tenant, max-usd: 25, window: 1d, zone: Europe/Berlin }
                      pricing:
                        models:
                          my-model: { input: 1.25, output: 10.00, cache-read: 0.125 }
                          "[my-model-4.1]": { input: 2, output: 8 }
                    """));

    @Test
    void standInTheOrderThatWasWritten() {
        runner.run(context -> {
            Chains chains = context.getBean(Chains.class);

            assertThat(chains.chat()).hasToString("tracing(meter(cost(retry(model))))");
            assertThat(chains.tool()).hasToString("tracing(audit(meter(retry(tool))))");
            assertThat(chains.settings("default", CallKind.CHAT, "retry"))
                    .isEqualTo(RetrySpec.defaults().withMaxAttempts(4));
        });
    }

    @Test
    void keepToTheLimitsThatWereWritten() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(AgentkitAutoConfiguration.class))
                .withInitializer(TestChains.file("""
                        agentkit:
                          chat:
                            chain: [retry, timeout]
                            retry: { attempt-timeout: 1m, breaker: { failures: 3 } }
                            timeout: { total: 90s, first-token: 30s, idle: 20s }
                          tool:
                            chain: [timeout]
                            timeout: { total: 10s, tools: { fetch_url: 5s, "[render video]": 5m } }
                        """))
                .run(context -> {
                    Chains chains = context.getBean(Chains.class);

                    assertThat(chains.settings("default", CallKind.CHAT, "retry"))
                            .isEqualTo(RetrySpec.defaults()
                                    .withAttemptTimeout(Duration.ofMinutes(1))
                                    .withBreaker(new BreakerSpec(true, 3, Duration.ofSeconds(15))));
                    assertThat(chains.describe("default", CallKind.CHAT).get(1).settings())
                            .containsEntry("total", "90s")
                            .containsEntry("first-token", "30s")
                            .containsEntry("idle", "20s");
                    assertThat(chains.settings("default", CallKind.TOOL, "timeout"))
                            .isEqualTo(TimeoutSpec.ofTotal(Duration.ofSeconds(10))
                                    .withTools(Map.of(
                                            "fetch_url",
                                            Duration.ofSeconds(5),
                                            "render video",
                                            Duration.ofMinutes(5))));
                });
    }

    @Test
    void keepTheBudgetsThatWereWritten() {
        runner.run(context -> {
            Budgets budgets = context.getBean(Budgets.class);

            assertThat(budgets.names()).containsExactly("per-run", "tenant-daily");
            assertThat(budgets.spec("per-run").maxUsd()).isEqualByComparingTo(new BigDecimal("0.50"));
            assertThat(budgets.spec("tenant-daily").window()).isEqualTo("1d");
        });
    }

    @Test
    void knowThePricesThatWereWritten() {
        Usage million = Usage.of(1_000_000, 0);

        runner.run(context -> {
            Pricing pricing = context.getBean(Pricing.class);

            assertThat(pricing.price("my-model", million)).isEqualTo(Money.usd("1.25"));
            assertThat(pricing.price("my-model-4.1", million)).isEqualTo(Money.usd("2"));
            assertThat(pricing.price("nobodys-model", million)).isNull();
        });
    }

    @Test
    void yieldToTheApplicationsOwnPrices() {
        Pricing own = (model, usage) -> Money.ZERO;

        runner.withBean(Pricing.class, () -> own)
                .run(context -> assertThat(context.getBean(Pricing.class)).isSameAs(own));
    }
}
