package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.boot.endpoint.AgentkitEndpointsAutoConfiguration;
import io.agentkit.boot.observe.AgentkitMetricsAutoConfiguration;
import io.agentkit.chat.KnownModels;
import io.agentkit.chat.ModelFacts;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
import io.agentkit.price.LivePrices;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ImportedPricesTests {

    private static final Usage MILLION = Usage.of(1_000_000, 0);

    @TempDir
    Path folder;

    private ApplicationContextRunner runner;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("prices.json"), """
                {"m-1": {"input_cost_per_token": 2e-6, "litellm_provider": "openai", "supports_vision": false, "max_input_tokens": 9},
                 "gpt-4o": {"input_cost_per_token": 7e-6, "litellm_provider": "openai"}}
                """);
        runner = TestChains.runner()
                .withConfiguration(AutoConfigurations.of(
                        AgentkitEndpointsAutoConfiguration.class, AgentkitMetricsAutoConfiguration.class))
                .withBean(SimpleMeterRegistry.class)
                .withPropertyValues("agentkit.pricing.imports[0].copy=" + folder.resolve("copy.json"));
    }

    @Test
    void comeBetweenTheApplicationsPricesAndTheBuiltInOnes() {
        runner.withPropertyValues(
                        "agentkit.pricing.imports[0].from=" + folder.resolve("prices.json"),
                        "agentkit.pricing.models.m-1.input=1",
                        "agentkit.pricing.models.m-1.output=1",
                        "agentkit.pricing.models.m-1.long-prompts.100.input=3",
                        "agentkit.pricing.models.m-1.tiers.flex.input=0.1",
                        "agentkit.pricing.models.m-1.changes.2020-01-01.output=4")
                .run(context -> {
                    Pricing pricing = context.getBean(Pricing.class);

                    assertThat(pricing.price("m-1", MILLION)).isEqualTo(Money.usd(3));
                    assertThat(pricing.price("m-1", Usage.of(0, 1_000_000))).isEqualTo(Money.usd(4));
                    assertThat(pricing.price("gpt-4o", MILLION)).isEqualTo(Money.usd(7));
                    assertThat(pricing.price("gpt-4.1", MILLION)).isEqualTo(Money.usd(2));
                });
    }

    @Test
    void tellWhatModelsCanDo() {
        runner.withPropertyValues("agentkit.pricing.imports[0].from=" + folder.resolve("prices.json"))
                .run(context -> assertThat(new BeanResources(context, null)
                                .get(KnownModels.class)
                                .facts("openai", "m-1"))
                        .isEqualTo(new ModelFacts(9, null, null, false, null, null)));
    }

    @Test
    void tellHowOldTheyAre() {
        runner.withPropertyValues("agentkit.pricing.imports[0].from=" + folder.resolve("prices.json"))
                .run(context -> {
                    SimpleMeterRegistry registry = context.getBean(SimpleMeterRegistry.class);
                    context.getBean("agentkitPriceMeters", MeterBinder.class).bindTo(registry);
                    HealthIndicator health = context.getBean(HealthIndicator.class);

                    assertThat(registry.get("agentkit.prices.age").gauge().value())
                            .isBetween(0.0, 600.0);
                    assertThat(registry.get("agentkit.prices.failures").gauge().value())
                            .isZero();
                    assertThat(health.health().getStatus()).isEqualTo(Status.UP);
                });
    }

    @Test
    void letTheApplicationStartWithoutThem() {
        runner.withPropertyValues("agentkit.pricing.imports[0].from=" + folder.resolve("nowhere.json"))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(LivePrices.class).price("gpt-4.1", MILLION))
                            .isEqualTo(Money.usd(2));
                    assertThat(context.getBean(HealthIndicator.class).health().getStatus())
                            .isEqualTo(Status.UNKNOWN);
                });
    }

    @Test
    void haveNoHealthWhereNothingIsImported() {
        TestChains.runner()
                .withConfiguration(AutoConfigurations.of(AgentkitEndpointsAutoConfiguration.class))
                .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
    }
}
