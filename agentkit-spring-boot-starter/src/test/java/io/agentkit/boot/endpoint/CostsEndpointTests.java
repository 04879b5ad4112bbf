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
import io.agentkit.price.Rates;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.CostSpec;
import io.agentkit.test.ChainHarness;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    void boundsEachListAndCountsTheRestTogether() {
        Map<String, Rates> own = new TreeMap<>();
        for (int i = 0; i < 250; i++) {
            own.put("m" + i, Rates.usd("1", "1"));
        }
        LivePrices priced = new LivePrices(own, List.of(), harness.time, () -> 0);
        harness.pricing(priced);
        harness.add("cost", CostSpec.defaults().chatMiddleware(harness.resources(meter)));
        for (int i = 0; i < 1_100; i++) {
            String id = "r" + i;
            String key = "key" + i % 30;
            harness.model.reply(ChatReply.builder()
                    .message(Message.assistant("hello"))
                    .model("m" + i % 250)
                    .usage(Usage.of(1, 1))
                    .build());
            try (Run run =
                    Run.open(harness.environment(), r -> r.id(id).tenant(id).scope(key, "x"))) {
                assertThat(run.depth()).isZero();
                harness.chat("hi");
            }
        }

        for (int lines : new int[] {3, 1_000}) {
            CostsEndpoint.CostsDescriptor costs = new CostsEndpoint(meter, priced).costs(lines);

            assertThat(costs.byModel()).hasSize(Math.min(lines, 200) + 1).containsKey("(other)");
            assertThat(costs.byRun()).hasSize(lines + 1).containsKey("(other)");
            assertThat(costs.byScope()).hasSizeLessThanOrEqualTo(21).containsKey("(other)");
            assertThat(costs.byScope().get("tenant")).hasSize(lines + 1).containsKey("(other)");
            assertThat(costs.prices()).hasSize(Math.min(lines, 200));
            for (var list :
                    List.of(costs.byModel(), costs.byRun(), costs.byScope().get("tenant"))) {
                assertThat(list.values().stream()
                                .mapToLong(line -> line.answers().calls())
                                .sum())
                        .isEqualTo(1_100);
            }
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
