package io.agentkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.Run;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Message;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.price.LivePrices;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.CostSpec;
import io.agentkit.test.ChainHarness;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

class CostsEndpointTests {

    private final ChainHarness harness = ChainHarness.create();

    private final CostMeter meter = new CostMeter(harness.time);

    private final LivePrices prices = new LivePrices(Map.of(), List.of(), harness.time, () -> 0);

    private final CostsEndpoint endpoint = new CostsEndpoint(meter, prices);

    @Test
    void showsBothViewsAsDocumented() {
        harness.add("cost", CostSpec.defaults().chatMiddleware(harness.resources(meter)))
                .add("twice", (call, next) -> {
                    try {
                        return next.call(call);
                    } catch (AgentKitException failure) {
                        return next.call(call);
                    }
                });
        harness.pricing((model, usage) -> {
            prices.price(model, usage);
            return Money.usd("0.0125");
        });
        harness.model
                .fail(new AgentKitException(ErrorKind.NETWORK, "cut").withUsage(Usage.of(100, 0)))
                .reply(ChatReply.builder()
                        .message(Message.assistant("hello"))
                        .model("gpt-5-mini")
                        .usage(Usage.of(100, 20))
                        .build());

        try (Run run = Run.open(harness.environment(), r -> r.id("order-7").tenant("acme"))) {
            assertThat(run.depth()).isZero();
            harness.chat("hi");
        }

        assertThat(Documented.json(endpoint.costs(null))).isEqualTo(Documented.example("costs"));
    }

    @Test
    void showsTheDearestAndTheRestTogether() {
        harness.add("cost", CostSpec.defaults().chatMiddleware(harness.resources(meter)));
        harness.pricing((model, usage) -> Money.usd("0.01").times(usage.input()));
        for (int i = 1; i <= 25; i++) {
            String tenant = "t" + i;
            harness.model.reply(ChatReply.of("hello", Usage.of(i, 1)));
            try (Run run = Run.open(harness.environment(), r -> r.tenant(tenant))) {
                assertThat(run.depth()).isZero();
                harness.chat("hi");
            }
        }

        var costs = endpoint.costs(2);

        var tenants = costs.byScope().get("tenant");
        assertThat(tenants).containsOnlyKeys("t25", "t24", "(other)");
        assertThat(tenants.keySet()).startsWith("t25", "t24");
        assertThat(tenants.get("(other)").spend().usd()).isEqualTo("2.76");
        assertThat(tenants.get("(other)").answers().calls()).isEqualTo(23);
        assertThat(costs.byRun()).hasSize(3);
        assertThat(costs.byRound()).containsOnlyKeys(0);
        assertThat(endpoint.costs(null).byScope().get("tenant")).hasSize(21);
        for (int wrong : new int[] {0, -1, 1_001}) {
            assertThatThrownBy(() -> endpoint.costs(wrong))
                    .isInstanceOf(InvalidEndpointRequestException.class)
                    .hasMessage("'lines' must be from 1 to 1000 (was %d)", wrong);
        }
    }

    @Test
    void showsNoOriginOfPricesThatTheApplicationMakesItself() {
        assertThat(new CostsEndpoint(meter, null).costs(null).prices()).isEmpty();
    }

    @Test
    void showsNothingBeforeTheFirstCall() {
        CostsEndpoint.CostsDescriptor costs = endpoint.costs(null);

        assertThat(costs.answers().usd()).isEqualTo("0");
        assertThat(costs.spend().requests()).isZero();
        assertThat(costs.byModel()).isEmpty();
    }
}
