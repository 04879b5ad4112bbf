package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.ChatMiddleware;
import io.agentkit.ErrorKind;
import io.agentkit.Next;
import io.agentkit.Run;
import io.agentkit.RunSpend;
import io.agentkit.StreamMode;
import io.agentkit.Use;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.test.OwnThread;
import io.agentkit.test.RecordedStream;
import io.agentkit.test.ScriptedModel;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** However a request ends: its cost, its budget and its run book the same, and spend is answers and waste of the right cause. */
class EveryEndingTests {

    private static final Usage CENT = Usage.of(500, 500);

    private final Metered metered = Metered.with("money", "global", Priced.usd("9"));
    private final Cancellation cancellation = Cancellation.create();
    private final Run run = Run.create(metered.harness.environment(), spec -> spec.user("ann"));
    private @Nullable Race race;

    private enum Ending {
        ANSWERED(null, test -> test.reply(2)),
        RETRIED(Use.RETRIES, test -> test.again().fail(billed()).reply(Priced.reply(2))),
        FAILED_WITH_USAGE(Use.FAILED, test -> test.metered.harness.model.fail(billed())),
        LOST_A_RACE(Use.HEDGES, test -> test.race(attempt -> Priced.reply(1))),
        LOST_A_RACE_CANCELLED(
                Use.HEDGES,
                test -> test.race(attempt -> {
                    throw billed();
                })),
        TIMED_OUT(Use.FAILED, test -> test.metered.harness.model.fail(tooSlow())),
        TIMED_OUT_AND_RETRIED(Use.RETRIES, test -> test.again().fail(tooSlow()).reply(Priced.reply(2))),
        CANCELLED_BEFORE_THE_FIRST_DELTA(Use.ABANDONED, test -> test.cut(0, test::goAway)),
        ABANDONED(Use.ABANDONED, test -> test.cut(7, test::goAway)),
        STALLED(
                Use.FAILED,
                test -> test.cut(7, () -> {
                    throw tooSlow();
                })),
        CUT(
                Use.FAILED,
                test -> test.cut(7, () -> {
                    throw new AgentKitException(ErrorKind.STREAM_PROTOCOL, "the stream broke off");
                })),
        RESTARTED(Use.RETRIES, test -> {
            test.again();
            test.cut(7, () -> {
                throw new AgentKitException(ErrorKind.NETWORK, "the connection broke");
            });
            test.reply(2);
        }),
        FROM_CACHE(
                null,
                test -> test.metered.harness.add(
                        "cache",
                        (call, next) -> Priced.reply(3)
                                .mutate()
                                .cacheStatus(CacheStatus.HIT)
                                .build())),
        REPAIRED(Use.RETRIES, test -> {
            test.metered.harness.add("coerce", (call, next) -> {
                next.call(call);
                return next.call(call).withText("repaired");
            });
            test.reply(1);
            test.reply(2);
        }),
        ROUNDS_OF_TOOLS(null, test -> {
            test.reply(1);
            test.ask();
            test.run.toolCalls().emitted(List.of(new ToolCall("1", "look", "{}")));
            test.reply(2);
        });

        private final @Nullable Use waste;
        private final Consumer<EveryEndingTests> script;

        Ending(@Nullable Use waste, Consumer<EveryEndingTests> script) {
            this.waste = waste;
            this.script = script;
        }
    }

    @ParameterizedTest // CO-17, CO-18, CO-19, CO-20, CO-21, CO-23, CO-24, CO-26, CO-27, CO-29
    @EnumSource
    void isBilledOnceAndUnderItsCause(Ending ending) throws Exception {
        metered.build();
        ending.script.accept(this);

        ask();
        if (race != null) {
            race.finish();
        }

        CostTotals total = metered.costs.snapshot().total();
        assertThat(total.undecided()).isEqualTo(Money.ZERO);
        assertThat(total.spend().usd().minus(total.answers().usd()))
                .isEqualTo(total.waste().usd());
        assertThat(wasted(total.waste(), Use.RETRIES)).isEqualTo(ending.waste == Use.RETRIES);
        assertThat(wasted(total.waste(), Use.HEDGES)).isEqualTo(ending.waste == Use.HEDGES);
        assertThat(wasted(total.waste(), Use.ABANDONED)).isEqualTo(ending.waste == Use.ABANDONED);
        assertThat(wasted(total.waste(), Use.FAILED)).isEqualTo(ending.waste == Use.FAILED);
        RunSpend spent = run.spend();
        assertThat(spent.usd()).isEqualTo(total.spend().usd());
        assertThat(spent.requests()).isEqualTo(total.spend().requests());
        assertThat(metered.spent("money", "(all)")).isEqualTo(total.spend().usd());
        assertThat(metered.status("money", "(all)").reserved().usd()).isEqualTo(Money.ZERO);
    }

    private static boolean wasted(WasteTotals waste, Use cause) {
        SpendTotals spent = switch (cause) {
            case RETRIES -> waste.retries();
            case HEDGES -> waste.hedges();
            case ABANDONED -> waste.abandoned();
            default -> waste.failed();
        };
        assertThat(spent.usd().isZero()).isEqualTo(spent.requests() == 0);
        return spent.requests() > 0;
    }

    private void ask() {
        CallSettings settings = CallSettings.DEFAULTS
                .withRun(run)
                .withCancellation(cancellation)
                .streamingTo(new RecordedStream(), StreamMode.RESTART);
        try {
            metered.harness.chatHandler().call(Priced.request(10), settings);
        } catch (AgentKitException ended) {
            assertThat(ended.kind()).isNotEqualTo(ErrorKind.BUDGET_EXCEEDED);
        }
    }

    private void reply(int cents) {
        metered.harness.model.reply(Priced.reply(cents));
    }

    private ScriptedModel again() {
        return metered.harness.add("again", Again.onFailure()).model;
    }

    private void race(Function<Attempt<ChatRequest>, ChatReply> late) {
        Race started = new Race(late);
        race = started;
        metered.harness.add("race", started).model.always(started::answer);
    }

    /** Some text, and then the end. */
    private void cut(int pieces, Runnable end) {
        metered.harness.model.run(attempt -> {
            for (int i = 0; i < pieces; i++) {
                attempt.delta(Delta.text("four"));
            }
            end.run();
            throw new IllegalStateException("disposed");
        });
    }

    private void goAway() {
        cancellation.cancel(Cancellation.Reason.CONSUMER);
    }

    private static AgentKitException billed() {
        return new AgentKitException(ErrorKind.UNAVAILABLE, "broken").withUsage(CENT);
    }

    private static AgentKitException tooSlow() {
        return new AgentKitException(ErrorKind.TIMEOUT, "too slow");
    }

    /** The first request ends after the second has answered the call. */
    private static final class Race implements ChatMiddleware {

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
                    assertThat(lost).isNotNull();
                }
            });
            uninterrupted(started);
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
            uninterrupted(answered);
            return late.apply(attempt);
        }

        private static void uninterrupted(CountDownLatch latch) {
            boolean interrupted = false;
            while (latch.getCount() > 0) {
                try {
                    latch.await();
                } catch (InterruptedException cancelled) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
