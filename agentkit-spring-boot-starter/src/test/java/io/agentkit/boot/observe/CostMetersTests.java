package io.agentkit.boot.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.ErrorKind;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.resilience.RetrySpec;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.CostSpec;
import io.agentkit.test.ChainHarness;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class CostMetersTests {

    private final ChainHarness harness = ChainHarness.create().pricing((model, usage) -> Money.usd("0.25"));

    private final CostMeter meter = new CostMeter(harness.time);

    private final MeterRegistry registry = new SimpleMeterRegistry();

    private final CostMeters meters = new CostMeters(registry, meter);

    @Test // CO-29
    void showsAnswersAndWasteByCause() {
        harness.add("cost", CostSpec.defaults().chatMiddleware(harness.resources(meter)))
                .add("retry", RetrySpec.defaults().chatMiddleware(harness.resources()));
        harness.model
                .fail(new AgentKitException(ErrorKind.UNAVAILABLE, "cut").withUsage(Usage.of(1, 1)))
                .reply("hello");

        harness.chat("hi");

        assertThat(meters).isNotNull();
        assertThat(value("agentkit.cost.answers")).isEqualTo(0.25);
        assertThat(value("agentkit.cost.waste", "cause", "retries")).isEqualTo(0.25);
        for (String cause : new String[] {"hedges", "abandoned", "failed"}) {
            assertThat(value("agentkit.cost.waste", "cause", cause)).isZero();
        }
    }

    @Test // CO-26
    void showsWhatACacheSaved() {
        harness.add("cost", CostSpec.defaults().chatMiddleware(harness.resources(meter)))
                .add(
                        "cache",
                        (call, next) -> ChatReply.of("known", Usage.of(1, 1))
                                .mutate()
                                .cacheStatus(CacheStatus.HIT)
                                .build());

        harness.chat("hi");

        assertThat(value("agentkit.cost.saved")).isEqualTo(0.25);
        assertThat(value("agentkit.cost.answers")).isZero();
    }

    @Test
    void neverFallAndAreExactAgainWhenTheTotalIsBeyondWhatTheyTold() {
        harness.pricing((model, usage) -> Money.usd("0.01").times(usage.input()));
        harness.add("cost", CostSpec.defaults().chatMiddleware(harness.resources(meter)));
        AtomicReference<Attempt<ChatRequest>> sent = new AtomicReference<>();
        harness.model.run(attempt -> {
            sent.set(attempt);
            return ChatReply.of("hello", Usage.of(50, 1));
        });
        harness.chat("hi");
        assertThat(value("agentkit.cost.answers")).isEqualTo(0.5);

        sent.get().late(Usage.of(20, 1));
        assertThat(meter.total().answers().usd()).isEqualTo(Money.usd("0.20"));
        assertThat(value("agentkit.cost.answers")).isEqualTo(0.5);

        answer(25);
        assertThat(value("agentkit.cost.answers")).isEqualTo(0.5);
        answer(10);
        assertThat(value("agentkit.cost.answers")).isEqualTo(0.55);
    }

    @Test
    void goOnWhenTheMeterStartsAgain() {
        harness.pricing((model, usage) -> Money.usd("0.01").times(usage.input()));
        harness.add("cost", CostSpec.defaults().chatMiddleware(harness.resources(meter)));
        answer(50);
        assertThat(value("agentkit.cost.answers")).isEqualTo(0.5);

        harness.time.advance(Duration.ofSeconds(1));
        meter.reset();
        assertThat(value("agentkit.cost.answers")).isEqualTo(0.5);
        answer(10);

        assertThat(value("agentkit.cost.answers")).isEqualTo(0.6);
    }

    private void answer(long input) {
        harness.model.reply(ChatReply.of("hello", Usage.of(input, 1)));
        harness.chat("hi");
    }

    private double value(String name, String... tags) {
        FunctionCounter counter = registry.get(name).tags(tags).functionCounter();
        return counter.count();
    }
}
