package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.AgentKitException;
import io.agentkit.Call;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ChatMiddleware;
import io.agentkit.ErrorKind;
import io.agentkit.Run;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
import io.agentkit.price.PriceBook;
import io.agentkit.price.Rates;
import io.agentkit.test.ChainHarness;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CostTests {

    private static final Usage CENT = Usage.of(500, 500);

    private final ChainHarness harness = ChainHarness.create().pricing(Priced.PRICES);

    private final CostMeter meter = new CostMeter(harness.time);

    @Test // TC-200
    void addsUpExactly() {
        harness.pricing(PriceBook.of(Map.of("m", Rates.usd("3", "15", "0.3", "3.75"))));
        Usage usage = Usage.of(1_000_000, 200_000, 100_000, 500_000);
        ChatReply reply = ChatReply.of("hello", usage).mutate().model("m").build();
        harness.add("cost", cost()).model.reply(reply).reply(reply);

        chat();
        assertThat(meter.snapshot().spendUsd()).isEqualTo(Money.usd("10.935"));
        chat();

        assertThat(meter.snapshot().spendUsd()).isEqualTo(Money.usd("21.87"));
        assertThat(meter.snapshot().answerUsd()).isEqualTo(Money.usd("21.87"));
        assertThat(meter.snapshot().spend()).isEqualTo(usage.plus(usage));
        assertThat(meter.snapshot().answer()).isEqualTo(usage.plus(usage));
    }

    @Test // TC-201
    void countsNothingWhenNoRequestWasSent() {
        harness.add("cost", cost()).add("failing", (call, next) -> {
            throw new AgentKitException(ErrorKind.UNAVAILABLE, "broken").withUsage(CENT);
        });

        assertThatExceptionOfType(AgentKitException.class).isThrownBy(this::chat);

        assertThat(meter.snapshot().total()).isEqualTo(CostTotals.NONE);
    }

    @Test // TC-202, CO-23
    void countsABilledFailureAsSpendAndNotAsAnswer() {
        harness.add("cost", cost())
                .add("again", Again.onFailure())
                .model
                .fail(billed())
                .reply(Priced.reply(1));

        chat();

        assertTotals(1, "0.01", 2, "0.02");
        assertThat(meter.snapshot().total().spend().exact()).isTrue();
    }

    @Test
    void looksUpThePriceOfARequestOnce() {
        AtomicInteger looks = new AtomicInteger();
        harness.pricing(new Pricing() {
                    @Override
                    public @Nullable Money price(@Nullable String model, Usage usage) {
                        throw new AssertionError("asked apart");
                    }

                    @Override
                    public Quote quote(@Nullable String provider, @Nullable String model, Usage usage) {
                        looks.incrementAndGet();
                        return new Quote(Money.usd("0.01"), false);
                    }
                })
                .add("cost", cost())
                .model
                .reply(Priced.reply(1));

        chat();

        assertThat(looks).hasValue(1);
        assertThat(meter.snapshot().total().spend().exact()).isFalse();
    }

    @Test // TC-202
    void countsTheSameInsideARetry() {
        harness.add("again", Again.onFailure())
                .add("cost", cost())
                .model
                .fail(billed())
                .reply(Priced.reply(1));

        chat();

        assertTotals(1, "0.01", 2, "0.02");
    }

    @Test // TC-203, CO-21
    void countsTheRequestThatLostARace() {
        harness.add("cost", cost()).add("race", (call, next) -> {
            next.call(call);
            return next.call(call);
        });
        harness.model.reply(Priced.reply(3)).reply(Priced.reply(1));

        chat();

        assertTotals(1, "0.01", 2, "0.04");
    }

    @Test // TC-206
    void countsOnlyTheWinnersAnswerInsideARace() {
        harness.add("race", (call, next) -> {
                    ChatReply first = next.call(call);
                    next.call(call);
                    return first;
                })
                .add("cost", cost());
        harness.model.reply(Priced.reply(1)).reply(Priced.reply(3));

        chat();

        assertTotals(1, "0.01", 2, "0.04");
    }

    @Test // TC-204, CO-20
    void keepsTheFirstAttemptsSpendWhenTheSecondIsCancelled() {
        Cancellation cancellation = Cancellation.create();
        harness.add("cost", cost())
                .add("again", Again.onFailure())
                .model
                .fail(billed())
                .run(attempt -> {
                    cancellation.cancel(Cancellation.Reason.CONSUMER);
                    throw new IllegalStateException("interrupted");
                });

        assertThatExceptionOfType(CancelledException.class)
                .isThrownBy(() -> harness.chatHandler()
                        .call(Priced.request(10), CallSettings.DEFAULTS.withCancellation(cancellation)));

        SpendTotals spend = meter.snapshot().total().spend();
        assertThat(meter.snapshot().total().answers()).isEqualTo(AnswerTotals.NONE);
        assertThat(spend.requests()).isEqualTo(2);
        assertThat(spend.estimated()).isEqualTo(1);
        assertThat(spend.exact()).isFalse();
        assertThat(spend.usd()).isBetween(Money.usd("0.01"), Money.usd("0.0101"));
    }

    @Test // TC-205
    void countsCallsOutsideAnyRun() {
        harness.add("cost", cost()).model.fail(billed()).reply(Priced.reply(1));

        assertThatExceptionOfType(AgentKitException.class).isThrownBy(this::chat);
        chat();

        assertTotals(1, "0.01", 2, "0.02");
    }

    @Test // TC-207
    void countsNoAnswerForACallThatIsPassedOnAfterItsTurn() {
        List<Call<ChatRequest>> kept = new ArrayList<>();
        ChatMiddleware cost = cost();
        harness.add("keeper", (call, next) -> {
                    kept.add(call);
                    return next.call(call);
                })
                .add("cost", cost);
        harness.model.reply(Priced.reply(1));
        chat();
        CostSnapshot before = meter.snapshot();

        ChatReply cached = cost.handle(kept.get(0), call -> Priced.reply(1));

        assertThat(cached.text()).isEqualTo("hello");
        assertThat(meter.snapshot()).isEqualTo(before);
    }

    @Test // TC-208
    void countsNothingOfAReplyWithNegativeUsage() {
        harness.add("cost", cost()).add("broken", (call, next) -> ChatReply.of("hello", Usage.of(-1, 5)));

        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(this::chat)
                .satisfies(error -> assertThat(error.kind()).isEqualTo(ErrorKind.NEGATIVE_USAGE));

        assertThat(meter.snapshot().total()).isEqualTo(CostTotals.NONE);
    }

    @Test
    void needsAMeterToCountWith() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CostSpec.defaults().chatMiddleware(harness.resources()))
                .withMessage("there is no CostMeter");
    }

    private ChatMiddleware cost() {
        return CostSpec.defaults().chatMiddleware(harness.resources(meter));
    }

    private void chat() {
        harness.chatHandler().call(Priced.request(10));
    }

    private void chat(Consumer<Run.Spec> run) {
        Run own = Run.create(harness.environment(), run);
        harness.chatHandler().call(Priced.request(10), CallSettings.DEFAULTS.withRun(own));
    }

    private static AgentKitException billed() {
        return new AgentKitException(ErrorKind.UNAVAILABLE, "broken").withUsage(CENT);
    }

    private void assertTotals(long answers, String answerUsd, long requests, String spendUsd) {
        CostTotals total = meter.snapshot().total();
        assertThat(total.answers().calls()).isEqualTo(answers);
        assertThat(total.answers().usd()).isEqualTo(Money.usd(answerUsd));
        assertThat(total.spend().requests()).isEqualTo(requests);
        assertThat(total.spend().usd()).isEqualTo(Money.usd(spendUsd));
    }
}
