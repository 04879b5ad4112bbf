package io.agentkit.resilience;

import static io.agentkit.resilience.Hedging.DELAY;
import static io.agentkit.resilience.Runners.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.ChatMiddleware;
import io.agentkit.ErrorKind;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.Run;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Message;
import io.agentkit.chat.Usage;
import io.agentkit.limit.RateLimitSpec;
import io.agentkit.limit.RateLimiterSpec;
import io.agentkit.money.Money;
import io.agentkit.price.PriceBook;
import io.agentkit.price.Rates;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.CostSpec;
import io.agentkit.spend.CostTotals;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever the order of the five, with one that appends between them: four requests, of which two fail, one loses and one answers, each
 * billed a dollar.
 */
class HedgeSpendOrderTests {

    private static final List<String> NAMES = List.of("retry", "hedge", "rate-limit", "cost", "logger");

    private static final Usage DOLLAR = Usage.of(1_000_000, 0);

    private final ChainHarness harness = ChainHarness.create()
            .pricing(PriceBook.of(Map.of(FIRST, Rates.usd("1", "1"), "backup", Rates.usd("1", "1"))));
    private final CostMeter meter = new CostMeter(harness.time);
    private final List<String> logged = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger billed = new AtomicInteger();

    static Stream<List<String>> orders() {
        List<List<String>> orders = new ArrayList<>();
        permute(List.of(), orders);
        return orders.stream();
    }

    private static void permute(List<String> taken, List<List<String>> orders) {
        if (taken.size() == NAMES.size()) {
            orders.add(taken);
        }
        for (String name : NAMES) {
            if (!taken.contains(name)) {
                permute(Stream.concat(taken.stream(), Stream.of(name)).toList(), orders);
            }
        }
    }

    @ParameterizedTest // TC-211
    @MethodSource("orders")
    void countsWhatTheModelsBilled(List<String> order) {
        order.forEach(name -> harness.add(name, middleware(name)).add("appending", appending()));
        models();

        Run run = Run.open(harness.environment(), spec -> spec.tenant("acme"));
        assertThat(harness.chatHandler().call(Runners.request()).text()).isEqualTo("backup");
        run.close();

        CostTotals total = meter.total();
        assertThat(billed).hasValue(4);
        assertThat(run.spend().usd()).isEqualTo(Money.usd("4"));
        assertThat(total.spend().usd()).isEqualTo(Money.usd("4"));
        assertThat(total.answers().usd()).isEqualTo(Money.usd("1"));
        assertThat(total.waste().retries().usd()).isEqualTo(Money.usd("2"));
        assertThat(total.waste().hedges().usd()).isEqualTo(Money.usd("1"));
        assertThat(logged)
                .containsExactlyInAnyOrder(
                        "before 1", "after 1", "before 2", "after 2", "before 3", "after 3", "before 4", "after 4");
    }

    private ChatMiddleware middleware(String name) {
        return switch (name) {
            case "retry" ->
                RetrySpec.defaults()
                        .withBackoff(new Backoff(Duration.ZERO, null, null))
                        .chatMiddleware(harness.resources());
            case "hedge" -> HedgeSpec.of(DELAY, "backup").chatMiddleware(harness.resources());
            case "rate-limit" ->
                RateLimitSpec.of(RateLimiterSpec.requests(Duration.ofMillis(1), 10))
                        .chatMiddleware(harness.resources());
            case "cost" -> CostSpec.defaults().chatMiddleware(harness.resources(meter));
            default -> ChatMiddleware.of(new Logger());
        };
    }

    private static ChatMiddleware appending() {
        return (call, next) -> {
            List<Message> more = new ArrayList<>(call.request().messages());
            more.add(Message.user("and more"));
            return next.call(call.withRequest(call.request().withMessages(more)));
        };
    }

    /** Each fails once. Then the first is slow and loses, and the backup answers. */
    private void models() {
        CountDownLatch answers = new CountDownLatch(1);
        Runners models = new Runners(harness);
        models.on(FIRST, attempt -> {
            models.on(FIRST, again -> {
                harness.time.advance(DELAY);
                Runners.awaitDeaf(answers);
                Runners.hang(again);
                throw broken();
            });
            throw broken();
        });
        models.on("backup", attempt -> {
            models.on("backup", again -> answer(answers));
            throw broken();
        });
    }

    private AgentKitException broken() {
        billed.incrementAndGet();
        return new AgentKitException(ErrorKind.UNAVAILABLE, "cut").withUsage(DOLLAR);
    }

    private ChatReply answer(CountDownLatch answers) {
        billed.incrementAndGet();
        answers.countDown();
        return ChatReply.of("backup", DOLLAR).mutate().model("backup").build();
    }

    private final class Logger implements RequestHook {

        @Override
        public void reserve(Attempt<?> attempt) {
            logged.add("before " + attempt.number());
        }

        @Override
        public void after(Attempt<?> attempt, Outcome outcome) {
            logged.add("after " + attempt.number());
        }
    }
}
