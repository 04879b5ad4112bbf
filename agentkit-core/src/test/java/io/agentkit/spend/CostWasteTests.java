package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ChatMiddleware;
import io.agentkit.Correction;
import io.agentkit.ErrorKind;
import io.agentkit.Next;
import io.agentkit.RequestHook;
import io.agentkit.Run;
import io.agentkit.Scope;
import io.agentkit.StreamMode;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.OwnThread;
import io.agentkit.test.RecordedStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Every ending of a request is billed, and what no answer was got for is waste of one cause. */
class CostWasteTests {

    private static final Usage CENT = Usage.of(500, 500);

    private final ChainHarness harness = ChainHarness.create().pricing(Priced.PRICES);

    private final CostMeter meter = new CostMeter(harness.time);

    private final Cancellation cancellation = Cancellation.create();

    @Test // CO-29, CO-23, CO-24
    void countsAttemptsBeforeTheOneThatAnsweredAsRetries() {
        cost().add("again", Again.onFailure())
                .model
                .fail(billed())
                .fail(billed())
                .reply(Priced.reply(3));

        chat();

        assertUsd(meter.snapshot().total(), "0.05", "0.03", "0.02", "0", "0", "0");
        assertThat(meter.snapshot().waste().retries().requests()).isEqualTo(2);
    }

    @Test // CO-24
    void countsAnswersThatWereRepairedAsRetries() {
        cost().add("coerce", (call, next) -> {
            next.call(call);
            return next.call(call).withText("repaired");
        });
        harness.model.reply(Priced.reply(1)).reply(Priced.reply(2));

        chat();

        assertUsd(meter.snapshot().total(), "0.03", "0.02", "0.01", "0", "0", "0");
    }

    @Test
    void takesTheRequestWhoseCountAChangedReplyCarriesForTheOneThatAnswered() {
        cost().add("first", (call, next) -> {
            ChatReply first = next.call(call);
            next.call(call);
            return first.withText("changed");
        });
        harness.model.reply(Priced.reply(1)).reply(Priced.reply(2));

        chat();

        assertUsd(meter.snapshot().total(), "0.03", "0.01", "0.02", "0", "0", "0");
    }

    @Test // CO-20
    void countsACallThatFailsForGoodAsFailed() {
        cost().add("again", Again.onFailure()).model.always(attempt -> {
            throw billed();
        });

        assertThatExceptionOfType(AgentKitException.class).isThrownBy(this::chat);

        assertUsd(meter.snapshot().total(), "0.04", "0", "0", "0", "0", "0.04");
        assertThat(meter.snapshot().total().answers()).isEqualTo(AnswerTotals.NONE);
    }

    @Test // CO-20
    void countsATimeoutAsFailedAndEstimatesIt() {
        cost().model.fail(new AgentKitException(ErrorKind.TIMEOUT, "too slow"));

        assertThatExceptionOfType(AgentKitException.class).isThrownBy(this::chat);

        assertThat(meter.snapshot().waste().failed().estimated()).isEqualTo(1);
        assertReconciled();
    }

    @Test // CO-25
    void countsNothingOfARequestThatWasRefused() {
        cost().model.fail(new AgentKitException(ErrorKind.RATE_LIMITED, "429"));

        assertThatExceptionOfType(AgentKitException.class).isThrownBy(this::chat);

        assertThat(meter.snapshot().total()).isEqualTo(CostTotals.NONE);
    }

    @Test // CO-19
    void chargesThePromptOfACallThatIsCancelledBeforeTheFirstDelta() {
        cost().model.run(attempt -> {
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw new IllegalStateException("disposed");
        });

        abandoned();

        SpendTotals waste = meter.snapshot().waste().abandoned();
        assertThat(waste.usage().input()).isPositive();
        assertThat(waste.usage().output()).isZero();
        assertThat(waste.estimated()).isEqualTo(1);
        assertReconciled();
    }

    @Test // CO-17, CO-18
    void chargesWhatHadArrivedWhenTheConsumerWentAway() {
        cost().model.run(attempt -> {
            for (int i = 0; i < 316; i++) {
                attempt.delta(Delta.text("four"));
            }
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw new IllegalStateException("disposed");
        });

        abandoned();

        SpendTotals waste = meter.snapshot().waste().abandoned();
        assertThat(waste.usage().output()).isBetween(316L, 330L);
        assertThat(waste.exact()).isFalse();
        assertReconciled();
    }

    @Test // CO-17
    void addsTheTextThatCameAfterTheLastCountOfTheProvider() {
        cost().model.run(attempt -> {
            attempt.delta(Delta.usage(Usage.of(500, 1)));
            attempt.delta(Delta.text("four".repeat(99)));
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw new IllegalStateException("disposed");
        });

        abandoned();

        SpendTotals waste = meter.snapshot().waste().abandoned();
        assertThat(waste.usage()).isEqualTo(Usage.estimated(500, 100));
        assertReconciled();
    }

    @Test // US-02, US-03
    void takesTheProvidersWordForTextThatItHadCounted() {
        cost().model.run(attempt -> {
            attempt.delta(Delta.text("four".repeat(99)));
            attempt.delta(Delta.usage(CENT));
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw new IllegalStateException("disposed");
        });

        abandoned();

        assertThat(meter.snapshot().waste().abandoned())
                .isEqualTo(new SpendTotals(1, CENT, Money.usd("0.01"), true, 0, 0));
    }

    @Test // CO-21
    void movesALateCountToTheCauseTheRequestWasCountedUnder() {
        AtomicReference<Attempt<ChatRequest>> sent = new AtomicReference<>();
        cost().model.run(attempt -> {
            sent.set(attempt);
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw new IllegalStateException("disposed");
        });
        abandoned();

        sent.get().late(CENT);

        assertUsd(meter.snapshot().total(), "0.01", "0", "0", "0", "0.01", "0");
        assertThat(meter.snapshot().total().spend().exact()).isTrue();
    }

    @Test
    void countsALateCountOfARequestThatHadCountedAsNothing() {
        AtomicReference<Attempt<ChatRequest>> sent = new AtomicReference<>();
        cost().model.run(attempt -> {
            sent.set(attempt);
            throw new IllegalStateException("broken");
        });
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(this::chat);

        sent.get().late(CENT);

        assertUsd(meter.snapshot().total(), "0.01", "0", "0", "0", "0", "0.01");
    }

    @Test
    void countsALateCountThatComesWhileTheCallGoesOnOnce() {
        AtomicReference<Attempt<ChatRequest>> sent = new AtomicReference<>();
        cost().add("again", Again.onFailure())
                .model
                .run(attempt -> {
                    sent.set(attempt);
                    throw new IllegalStateException("broken");
                })
                .run(attempt -> {
                    sent.get().late(CENT);
                    return Priced.reply(2);
                });

        chat();

        assertUsd(meter.snapshot().total(), "0.03", "0.02", "0.01", "0", "0", "0");
    }

    @Test
    void countsALateCountOfAnAttemptThatFailedBeforeTheAnswerAsARetry() {
        AtomicReference<Attempt<ChatRequest>> sent = new AtomicReference<>();
        cost().add("again", Again.onFailure())
                .model
                .run(attempt -> {
                    sent.set(attempt);
                    throw new IllegalStateException("broken");
                })
                .reply(Priced.reply(2));
        chat();

        sent.get().late(CENT);

        assertUsd(meter.snapshot().total(), "0.03", "0.02", "0.01", "0", "0", "0");
    }

    @Test
    void countsALateCountThatComesWhileItsCallEndsOnce() throws Exception {
        CountDownLatch correcting = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        AtomicReference<Attempt<ChatRequest>> sent = new AtomicReference<>();
        AtomicReference<CompletableFuture<Void>> late = new AtomicReference<>();
        harness.add("slow", ChatMiddleware.of(new RequestHook() {
            @Override
            public void late(Attempt<?> attempt, Correction correction) {
                correcting.countDown();
                CostWasteTests.await(ended);
            }
        }));
        cost().add("again", (call, next) -> {
                    try {
                        return next.call(call);
                    } catch (IllegalStateException broken) {
                        late.set(OwnThread.run(() -> sent.get().late(CENT)));
                        await(correcting);
                        return next.call(call);
                    }
                })
                .model
                .run(attempt -> {
                    sent.set(attempt);
                    throw new IllegalStateException("broken");
                })
                .reply(Priced.reply(2));

        chat();
        ended.countDown();
        late.get().get();

        assertUsd(meter.snapshot().total(), "0.03", "0.02", "0.01", "0", "0", "0");
    }

    @Test
    void replacesACountOfNothingWhichIsAFact() {
        AtomicReference<Attempt<ChatRequest>> sent = new AtomicReference<>();
        cost().model.run(attempt -> {
            sent.set(attempt);
            throw new AgentKitException(ErrorKind.UNAVAILABLE, "cut").withUsage(Usage.NONE);
        });
        assertThatExceptionOfType(AgentKitException.class).isThrownBy(this::chat);

        sent.get().late(CENT);

        assertUsd(meter.snapshot().total(), "0.01", "0", "0", "0", "0", "0.01");
        assertThat(meter.snapshot().total().spend().requests()).isEqualTo(1);
    }

    @Test
    void countsAStreamThatStartedAnewAsARetry() {
        cost().add("again", Again.onFailure())
                .model
                .run(attempt -> {
                    attempt.delta(Delta.text("I thi"));
                    throw billed();
                })
                .reply(Priced.reply(2));

        harness.chatHandler()
                .call(Priced.request(10), CallSettings.DEFAULTS.streamingTo(new RecordedStream(), StreamMode.RESTART));

        assertUsd(meter.snapshot().total(), "0.03", "0.02", "0.01", "0", "0", "0");
    }

    @Test // CO-26
    void showsApartWhatAnAnswerFromACacheSaved() {
        harness.add(
                "cache",
                (call, next) ->
                        Priced.reply(3).mutate().cacheStatus(CacheStatus.HIT).build());
        cost();

        chat();

        assertThat(meter.snapshot().total())
                .isEqualTo(new CostTotals(
                        new AnswerTotals(1, Usage.NONE, Money.ZERO, true, 1, Money.usd("0.03")),
                        SpendTotals.NONE,
                        WasteTotals.NONE));
    }

    @Test // CO-27
    void countsEachRoundOfToolsOnce() {
        cost().model.reply(Priced.reply(1)).reply(Priced.reply(2));
        Run run = Priced.run(Scope.NONE);

        harness.chatHandler().call(Priced.request(10), CallSettings.DEFAULTS.withRun(run));
        run.toolCalls().emitted(List.of(new ToolCall("1", "look", "{}")));
        harness.chatHandler().call(Priced.request(10), CallSettings.DEFAULTS.withRun(run));

        CostSnapshot snapshot = meter.snapshot();
        assertThat(snapshot.byRound().get(0).spend().usd()).isEqualTo(Money.usd("0.01"));
        assertThat(snapshot.byRound().get(1).answers().usd()).isEqualTo(Money.usd("0.02"));
        assertThat(snapshot.byRun().get(run.id())).isEqualTo(snapshot.total());
    }

    @Test // CO-21, CO-29, TC-203
    void countsALoserOfARaceThatIsCancelledAsAHedge() throws Exception {
        Race race = new Race(attempt -> {
            throw billed();
        });
        harness.add("race", race);
        cost().model.always(race::answer);

        chat();
        race.finish();

        assertUsd(meter.snapshot().total(), "0.03", "0.02", "0", "0.01", "0", "0");
    }

    @Test // CO-21, TC-206
    void countsALoserOfARaceThatAnswersAllTheSameAsAHedge() throws Exception {
        Race race = new Race(attempt -> Priced.reply(1));
        harness.add("race", race);
        cost().model.always(race::answer);

        chat();
        race.finish();

        assertUsd(meter.snapshot().total(), "0.03", "0.02", "0", "0.01", "0", "0");
    }

    @Test
    void forgetsAfterAResetWhatHadBegunBefore() {
        cost().add("resetting", (call, next) -> {
            ChatReply reply = next.call(call);
            meter.reset();
            return reply;
        });
        harness.model.reply(Priced.reply(1));

        chat();

        assertThat(meter.snapshot().total()).isEqualTo(CostTotals.NONE);
    }

    @Test
    void showsWhatIsSpentWhileItsCallGoesOnAsUndecided() {
        AtomicReference<CostTotals> meanwhile = new AtomicReference<>();
        cost().add("looking", (call, next) -> {
            ChatReply reply = next.call(call);
            meanwhile.set(meter.total());
            return reply;
        });
        harness.model.reply(Priced.reply(1));

        chat();

        assertThat(meanwhile.get().undecided()).isEqualTo(Money.usd("0.01"));
        assertThat(meter.total().undecided()).isEqualTo(Money.ZERO);
    }

    /** The first request waits until the second has answered the call; it ends after the call. */
    private final class Race implements ChatMiddleware {

        private final CountDownLatch answered = new CountDownLatch(1);
        private final CountDownLatch started = new CountDownLatch(1);
        private final Function<Attempt<ChatRequest>, ChatReply> late;
        private CompletableFuture<?> isOver = new CompletableFuture<>();

        Race(Function<Attempt<ChatRequest>, ChatReply> late) {
            this.late = late;
        }

        @Override
        public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
            Cancellation loser = call.cancellation().child();
            isOver = OwnThread.run(() -> {
                try {
                    next.call(call.withCancellation(loser));
                } catch (RuntimeException lost) {
                    assertThat(lost).isInstanceOf(CancelledException.class);
                }
            });
            await(started);
            ChatReply winner = next.call(call);
            loser.cancel(Cancellation.Reason.LOST);
            return winner;
        }

        void finish() throws Exception {
            answered.countDown();
            isOver.get();
        }

        ChatReply answer(Attempt<ChatRequest> attempt) {
            if (attempt.number() == 2) {
                return Priced.reply(2);
            }
            started.countDown();
            boolean interrupted = false;
            while (answered.getCount() > 0) {
                try {
                    answered.await();
                } catch (InterruptedException lost) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return late.apply(attempt);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private ChainHarness cost() {
        return harness.add("cost", CostSpec.defaults().chatMiddleware(harness.resources(meter)));
    }

    private void chat() {
        harness.chatHandler().call(Priced.request(10));
    }

    private void abandoned() {
        CallSettings settings = CallSettings.DEFAULTS
                .withCancellation(cancellation)
                .streamingTo(new RecordedStream(), StreamMode.COMMIT);
        assertThatExceptionOfType(CancelledException.class)
                .isThrownBy(() -> harness.chatHandler().call(Priced.request(10), settings));
    }

    private static AgentKitException billed() {
        return new AgentKitException(ErrorKind.UNAVAILABLE, "broken").withUsage(CENT);
    }

    private void assertReconciled() {
        assertThat(meter.total().undecided()).isEqualTo(Money.ZERO);
    }

    private static void assertUsd(
            CostTotals total,
            String spend,
            String answers,
            String retries,
            String hedges,
            String abandoned,
            String failed) {
        assertThat(total.spend().usd()).isEqualTo(Money.usd(spend));
        assertThat(total.answers().usd()).isEqualTo(Money.usd(answers));
        assertThat(total.waste().retries().usd()).isEqualTo(Money.usd(retries));
        assertThat(total.waste().hedges().usd()).isEqualTo(Money.usd(hedges));
        assertThat(total.waste().abandoned().usd()).isEqualTo(Money.usd(abandoned));
        assertThat(total.waste().failed().usd()).isEqualTo(Money.usd(failed));
        assertThat(total.undecided()).isEqualTo(Money.ZERO);
    }
}
