package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.CallKind;
import io.agentkit.resilience.HedgeSpec;
import io.agentkit.resilience.HedgeThreads;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;

class HedgeConfigurationTests {

    @Test
    void readsItsSettings() {
        TestChains.runner()
                .withPropertyValues(
                        "agentkit.chat.chain=hedge",
                        "agentkit.chat.hedge.backups=gpt-5-mini",
                        "agentkit.chat.hedge.delay=2s",
                        "agentkit.chat.hedge.max-extra-spend=0.05")
                .run(context -> assertThat(settings(context))
                        .isEqualTo(HedgeSpec.of(Duration.ofSeconds(2), "gpt-5-mini")
                                .withMaxExtraSpend(0.05)));
    }

    @Test
    void sharesItsThreads() {
        TestChains.runner()
                .withPropertyValues("agentkit.chat.chain=hedge", "agentkit.chat.hedge.backups=gpt-5-mini")
                .run(context -> assertThat(context).hasSingleBean(HedgeThreads.class));
    }

    @Test
    void sharesItsThreadsAlsoWhereTheApplicationAsksForVirtualOnes() {
        TestChains.runner()
                .withPropertyValues(
                        "spring.threads.virtual.enabled=true",
                        "agentkit.chat.chain=hedge",
                        "agentkit.chat.hedge.backups=gpt-5-mini")
                .run(context -> assertThat(context).hasSingleBean(HedgeThreads.class));
    }

    private static Object settings(ApplicationContext context) {
        return context.getBean(Chains.class).settings("default", CallKind.CHAT, "hedge");
    }
}
