package io.agentkit.resilience;

import static io.agentkit.resilience.Runners.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.ChatMiddleware;
import io.agentkit.ErrorKind;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.Run;
import io.agentkit.UsageCorrected;
import io.agentkit.Use;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.price.PriceBook;
import io.agentkit.price.Rates;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What losers used. */
class HedgeSpendTests {

    private static final Duration DELAY = Duration.ofSeconds(2);

    private static final Usage BILLED = Usage.of(400, 100);

    private final ChainHarness harness = ChainHarness.create();
    private final Runners models = new Runners(harness);
    private final CountDownLatch isAsked = new CountDownLatch(1);
    private final Map<String, Use> uses = new ConcurrentHashMap<>();

    HedgeSpendTests() {
        harness.pricing(PriceBook.of(Map.of(FIRST, Rates.usd("10", "10"), "backup", Rates.usd("20", "20"))));
        harness.add("watching", ChatMiddleware.of(new RequestHook() {
            @Override
            public void used(Attempt<?> attempt, Outcome outcome, Use use) {
                uses.put(String.valueOf(outcome.model()), use);
            }
        }));
        harness.add("hedge", HedgeSpec.of(DELAY, "backup").chatMiddleware(harness.resources()));
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(isAsked);
            return Runners.reply(FIRST);
        });
    }

    @Test // TC-245
    void waitsAtTheEndOfTheRunForALoserAndCountsIt() {
        CountDownLatch cancelled = new CountDownLatch(1);
        models.on("backup", attempt -> {
            isAsked.countDown();
            attempt.cancellation().onCancel(cancelled::countDown);
            Runners.awaitDeaf(cancelled);
            throw new AgentKitException(ErrorKind.UNAVAILABLE, "cut").withUsage(BILLED);
        });

        Run run = Run.open(harness.environment(), spec -> spec.tenant("acme"));
        harness.chatHandler().call(Runners.request());
        run.close();

        assertThat(run.spend().requests()).isEqualTo(2);
        assertThat(run.spend().usd()).isEqualTo(Money.usd("0.0112"));
        assertThat(uses).containsEntry(FIRST, Use.ANSWER).containsEntry("backup", Use.HEDGES);
        assertThat(harness.events.of(HedgeLost.class))
                .containsExactly(new HedgeLost("1", "chat", "backup", 2, BILLED, Money.usd("0.01")));
    }

    @Test // CO-21, CO-29
    void countsALoserThatAnswersAllTheSameOnce() {
        CountDownLatch cancelled = new CountDownLatch(1);
        models.on("backup", attempt -> {
            isAsked.countDown();
            attempt.cancellation().onCancel(cancelled::countDown);
            Runners.awaitDeaf(cancelled);
            return Runners.reply("backup");
        });

        Run run = Run.open(harness.environment(), spec -> spec.tenant("acme"));
        harness.chatHandler().call(Runners.request());
        run.close();

        assertThat(run.spend().requests()).isEqualTo(2);
        assertThat(uses).containsEntry("backup", Use.HEDGES);
    }

    @Test // TC-203
    void countsAFirstThatFailedAndWasBilledAsWhatItIs() {
        models.fails(FIRST, new AgentKitException(ErrorKind.UNAVAILABLE, "broken").withUsage(BILLED))
                .answers("backup");

        harness.chatHandler().call(Runners.request());

        assertThat(uses).containsEntry(FIRST, Use.RETRIES).containsEntry("backup", Use.ANSWER);
        assertThat(harness.events.of(HedgeLost.class)).isEmpty();
    }

    @Test
    void countsWhatTheProviderTellsOfALoserAfterTheCall() {
        CountDownLatch cancelled = new CountDownLatch(1);
        AtomicReference<Attempt<ChatRequest>> loser = new AtomicReference<>();
        models.on("backup", attempt -> {
            loser.set(attempt);
            isAsked.countDown();
            attempt.cancellation().onCancel(cancelled::countDown);
            Runners.awaitDeaf(cancelled);
            throw new IllegalStateException("cut");
        });
        Run run = Run.open(harness.environment(), spec -> spec.tenant("acme"));
        harness.chatHandler().call(Runners.request());
        run.close();
        assertThat(run.spend().usd()).as("an estimate").isLessThan(Money.usd("0.01"));

        loser.get().late(BILLED);

        assertThat(run.spend().usd()).isEqualTo(Money.usd("0.0112"));
        assertThat(harness.events.of(UsageCorrected.class))
                .extracting(corrected -> corrected.correction().use())
                .containsExactly(Use.HEDGES);
    }

    @Test
    void takesAnAttemptThatFailedForARetryAlthoughItsModelLost() {
        CountDownLatch answers = new CountDownLatch(1);
        harness.add("retry", RetrySpec.defaults().chatMiddleware(harness.resources()));
        models.on(FIRST, attempt -> {
            models.on(FIRST, again -> {
                harness.time.advance(DELAY);
                Runners.awaitDeaf(answers);
                throw Runners.hang(again);
            });
            throw new AgentKitException(ErrorKind.UNAVAILABLE, "broken").withUsage(BILLED);
        });
        models.on("backup", attempt -> {
            answers.countDown();
            return Runners.reply("backup");
        });

        harness.chatHandler().call(Runners.request());

        assertThat(uses).containsEntry(FIRST, Use.RETRIES).containsEntry("backup", Use.ANSWER);
    }
}
