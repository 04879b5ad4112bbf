package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.agentkit.Attempt;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ChatMiddleware;
import io.agentkit.Run;
import io.agentkit.RunFrame;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.test.ChainHarness;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a request and an answer are priced as, and where they are counted. */
class CostLinesTests {

    private static final Usage CENT = Usage.of(500, 500);

    private final ChainHarness harness = ChainHarness.create().pricing(Priced.PRICES);

    private final CostMeter meter = new CostMeter(harness.time);

    @Test // CO-26
    void countsAnAnswerFromACacheWithoutMoney() {
        harness.add("cost", cost())
                .add(
                        "cache",
                        (call, next) -> Priced.reply(1)
                                .mutate()
                                .cacheStatus(CacheStatus.HIT)
                                .build());

        chat();

        assertTotals(1, "0", 0, "0");
        assertThat(meter.snapshot().answer()).isEqualTo(Usage.NONE);
        assertThat(meter.snapshot().total().answers().exact()).isTrue();
    }

    @Test
    void countsAnAgentInsideAToolForTheRunThatItWorksFor() {
        harness.add("cost", cost()).model.always(attempt -> Priced.reply(1));

        try (Run run = Run.open(harness.environment(), spec -> spec.id("question"))) {
            chat();
            try (RunFrame tool = run.enterTool()) {
                assertThat(tool.insideTool()).isTrue();
                harness.chatHandler()
                        .call(
                                Priced.request(10),
                                CallSettings.DEFAULTS.withRun(Run.forModelCall(harness.environment())));
            }

            assertThat(run.spend().usd()).isEqualTo(Money.usd("0.02"));
        }

        assertThat(meter.snapshot().byRun().get("question").spend().usd()).isEqualTo(Money.usd("0.02"));
    }

    @Test // CO-13, CO-15
    void saysAtLeastWhenAModelHasNoPrice() {
        harness.add("cost", cost()).model.reply(Priced.reply(1)).reply(Priced.reply("unheard of", 1));

        chat();
        harness.chatHandler().call(ChatRequest.user("hi"));

        SpendTotals spend = meter.snapshot().total().spend();
        assertThat(spend).isEqualTo(new SpendTotals(2, CENT.plus(CENT), Money.usd("0.01"), false, 1, 0));
        assertThat(meter.snapshot().total().answers().exact()).isFalse();
    }

    @Test
    void pricesByTheModelAskedForWhereTheProviderDoesNotNameTheOneThatServed() {
        harness.add("cost", cost()).model.reply(ChatReply.of("hello", CENT));

        chat();

        assertTotals(1, "0.01", 1, "0.01");
        assertThat(meter.snapshot().byModel()).containsOnlyKeys(Priced.MODEL);
    }

    @Test
    void pricesAnAnswerOfAnotherModelThatDoesNotNameItselfAsThatModel() {
        harness.add("cost", cost())
                .add(
                        "fallback",
                        (call, next) ->
                                next.call(call.withRequest(call.request().withModel("dear"))));
        harness.model.reply(ChatReply.of("hello", CENT));

        chat();

        assertTotals(1, "0.02", 1, "0.02");
        assertThat(meter.snapshot().byModel()).containsOnlyKeys("dear");
    }

    @Test // CO-27
    void countsByModelAndByScope() {
        harness.add("cost", cost()).model.reply(Priced.reply(1)).reply(Priced.reply("dear", 1));

        chat(run -> run.tenant("acme").user("ann"));
        chat(run -> run.tenant("acme").user("bob"));

        CostSnapshot snapshot = meter.snapshot();
        assertThat(snapshot.byModel()).containsOnlyKeys(Priced.MODEL, "dear");
        assertThat(snapshot.byScope()).containsOnlyKeys("tenant", "user");
        assertThat(snapshot.byScope().get("tenant").get("acme").spend().usd()).isEqualTo(Money.usd("0.03"));
        assertThat(snapshot.byScope().get("user").get("bob").answers().usd()).isEqualTo(Money.usd("0.02"));
        assertThat(snapshot.byScope().get("user").get("ann").spend().requests()).isEqualTo(1);
    }

    @Test
    void correctsWhatItEstimatedWhenTheProvidersCountComesLater() {
        Cancellation cancellation = Cancellation.create();
        AtomicReference<Attempt<ChatRequest>> sent = new AtomicReference<>();
        harness.add("cost", cost()).model.run(attempt -> {
            sent.set(attempt);
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw new IllegalStateException("interrupted");
        });
        assertThatExceptionOfType(CancelledException.class)
                .isThrownBy(() -> harness.chatHandler()
                        .call(Priced.request(10), CallSettings.DEFAULTS.withCancellation(cancellation)));
        assertThat(meter.snapshot().total().spend().exact()).isFalse();

        sent.get().late(CENT);

        assertThat(meter.snapshot().total().spend()).isEqualTo(new SpendTotals(1, CENT, Money.usd("0.01"), true, 0, 0));
    }

    @Test
    void booksALateCountOfARequestThatWasNotCounted() {
        AtomicReference<Attempt<ChatRequest>> sent = new AtomicReference<>();
        harness.add("cost", cost()).model.run(attempt -> {
            sent.set(attempt);
            throw new IllegalStateException("broken");
        });
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(this::chat);
        assertThat(meter.snapshot().total()).isEqualTo(CostTotals.NONE);

        sent.get().late(CENT);

        assertThat(meter.snapshot().total().spend().requests()).isEqualTo(1);
        assertThat(meter.snapshot().spendUsd()).isEqualTo(Money.usd("0.01"));
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

    private void assertTotals(long answers, String answerUsd, long requests, String spendUsd) {
        CostTotals total = meter.snapshot().total();
        assertThat(total.answers().calls()).isEqualTo(answers);
        assertThat(total.answers().usd()).isEqualTo(Money.usd(answerUsd));
        assertThat(total.spend().requests()).isEqualTo(requests);
        assertThat(total.spend().usd()).isEqualTo(Money.usd(spendUsd));
    }
}
