package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RequestHookTests {

    private final List<String> steps = new ArrayList<>();

    @Test
    void letsAllHooksWaitBeforeAnyReservesAndSettlesEachOnce() {
        ChainHarness harness = ChainHarness.create().add("a", adding("a")).add("b", adding("b"));
        harness.model.run(attempt -> {
            steps.add("send");
            return ChatReply.of("ok", Usage.of(1, 1));
        });

        harness.chat("hi");

        assertThat(steps)
                .containsExactly(
                        "a await 1", "b await 1", "a reserve 1", "b reserve 1", "send", "a SUCCEEDED", "b SUCCEEDED");
    }

    @Test // TC-300
    void tellsTheHooksThatBeganWhenAnotherRefusesToWait() {
        ChainHarness harness = ChainHarness.create()
                .add("a", adding("a"))
                .add("b", refusingToWait("b"))
                .add("c", adding("c"));

        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(BlockedException.class);
        assertThat(steps).containsExactly("a await 1", "b refuses", "a NOT_SENT");
        assertThat(harness.model.calls()).isZero();
    }

    @Test // TC-300
    void tellsEveryHookButTheRefusingOneWhenAReservationIsRefused() {
        ChainHarness harness = ChainHarness.create()
                .add("a", adding("a"))
                .add("b", refusingToReserve("b"))
                .add("c", adding("c"));

        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(BlockedException.class);
        assertThat(steps)
                .containsExactly(
                        "a await 1", "b await 1", "c await 1", "a reserve 1", "b refuses", "a NOT_SENT", "c NOT_SENT");
        assertThat(harness.model.calls()).isZero();
    }

    @Test // TC-301
    void keepsTheNumberOfARefusedRequest() {
        ChainHarness harness = ChainHarness.create().add("again", (call, next) -> {
            try {
                return next.call(call.withHook(refusing()));
            } catch (BlockedException refused) {
                return next.call(call);
            }
        });
        List<Integer> numbers = new ArrayList<>();
        harness.model.run(attempt -> {
            numbers.add(attempt.number());
            return ChatReply.of("ok");
        });

        harness.chat("hi");

        assertThat(numbers).containsExactly(2);
    }

    @Test // TC-302
    void givesSiblingCopiesTheirOwnHooksOnly() {
        ChainHarness harness = ChainHarness.create().add("siblings", (call, next) -> {
            next.call(call.withHook(noting("x")));
            return next.call(call.withHook(noting("y")));
        });
        harness.model.reply("1").reply("2");

        harness.chat("hi");

        assertThat(steps)
                .containsExactly("x await 1", "x reserve 1", "x SUCCEEDED", "y await 2", "y reserve 2", "y SUCCEEDED");
    }

    @Test
    void settlesAfterAFailureWithItsError() {
        ChainHarness harness = ChainHarness.create().add("a", adding("a"));
        harness.model.fail(new IllegalStateException("provider"));

        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(IllegalStateException.class);
        assertThat(steps).endsWith("a FAILED");
    }

    @Test
    void settlesTheOthersWhenAHookThrowsAfterwards() {
        ChainHarness harness =
                ChainHarness.create().add("bad", throwingAfterwards()).add("b", adding("b"));
        harness.model.reply("ok");

        assertThat(harness.chat("hi").text()).isEqualTo("ok");
        assertThat(steps).endsWith("b SUCCEEDED");
    }

    @Test
    void settlesWhenPricesEstimatesAndClassifierFail() {
        ChainHarness harness = ChainHarness.create().add("a", adding("a"));
        harness.environment(harness.environment()
                .withPricing((model, usage) -> {
                    throw new IllegalStateException("prices");
                })
                .withErrors(error -> {
                    throw new IllegalStateException("classifier");
                })
                .withTokens(text -> {
                    throw new IllegalStateException("estimator");
                }));
        harness.model.reply("ok").fail(new IllegalArgumentException("the provider's own"));

        assertThat(harness.chat("hi").text()).isEqualTo("ok");
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> harness.chat("hi"));
        assertThat(steps).contains("a SUCCEEDED", "a FAILED");
    }

    @Test
    void settlesWithTheProvidersLastCountWhenTheRestOfAStreamCannotBeEstimated() {
        AtomicReference<Outcome> outcome = new AtomicReference<>();
        ChainHarness harness = ChainHarness.create().add("watch", watching(outcome));
        harness.environment(harness.environment().withTokens(text -> {
            throw new NoClassDefFoundError("estimator");
        }));
        harness.model.run(attempt -> {
            attempt.delta(Delta.usage(Usage.of(500, 1)));
            attempt.delta(Delta.text("more"));
            throw new IllegalArgumentException("the provider's own");
        });

        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> harness.stream("hi", new RecordedStream()));
        assertThat(outcome.get().status()).isEqualTo(Outcome.Status.FAILED);
        assertThat(outcome.get().usage()).isEqualTo(Usage.of(500, 1));
    }

    @Test
    void givesBackOnAThreadThatNobodyInterrupts() {
        List<Boolean> interrupts = new ArrayList<>();
        ChainHarness harness = ChainHarness.of((call, next) -> next.call(call.withHook(new RequestHook() {
                    @Override
                    public void after(Attempt<?> attempt, Outcome ended) {
                        interrupts.add(Thread.currentThread().isInterrupted());
                    }
                })
                .withHook(new RequestHook() {
                    @Override
                    public void reserve(Attempt<?> attempt) {
                        Thread.currentThread().interrupt();
                        throw new BlockedException("no", "rule");
                    }
                })));

        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(BlockedException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(interrupts).containsExactly(false);
    }

    @Test
    void booksAReplyThatTurnsOutToBeNoGood() {
        AtomicReference<Outcome> outcome = new AtomicReference<>();
        ChainHarness harness = ChainHarness.create().add("watch", watching(outcome));
        harness.model.reply(ChatReply.builder()
                .finishReason(FinishReason.TOOL_USE)
                .usage(Usage.of(100, 20))
                .build());

        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(AgentKitException.class);
        assertThat(outcome.get().status()).isEqualTo(Outcome.Status.FAILED);
        assertThat(outcome.get().usage()).isEqualTo(Usage.of(100, 20));
    }

    @Test // TC-245
    void booksUsageThatComesAfterACancelledRequest() {
        AtomicReference<Correction> late = new AtomicReference<>();
        AtomicReference<Attempt<?>> sent = new AtomicReference<>();
        AtomicReference<Run> run = new AtomicReference<>();
        Cancellation cancellation = Cancellation.create();
        ChainHarness harness = ChainHarness.create()
                .pricing((model, usage) -> Money.usd("0.01").times(usage.total()));
        harness.add("watch", (call, next) -> {
            run.set(call.run());
            return next.call(call.withHook(new RequestHook() {
                @Override
                public void late(Attempt<?> attempt, Correction correction) {
                    late.set(correction);
                }
            }));
        });
        harness.model.run(attempt -> {
            sent.set(attempt);
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw new IllegalStateException("stream closed");
        });
        assertThatThrownBy(() -> harness.chatHandler()
                        .call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withCancellation(cancellation)))
                .isInstanceOf(CancelledException.class);
        assertThat(run.get().spend().usage().estimated()).isTrue();

        sent.get().late(Usage.of(50, 7));
        sent.get().late(Usage.of(1_000, 1_000));

        assertThat(late.get().actual()).isEqualTo(Usage.of(50, 7));
        assertThat(run.get().spend().requests()).isEqualTo(1);
        assertThat(run.get().spend().usage().total()).isEqualTo(57);
        assertThat(run.get().spend().usd()).isEqualTo(Money.usd("0.57"));
    }

    @Test
    void booksUsageThatComesBetweenTheCancellationAndItsSettlement() {
        AtomicReference<Run> run = new AtomicReference<>();
        Cancellation cancellation = Cancellation.create();
        ChainHarness harness = ChainHarness.of((call, next) -> {
            run.set(call.run());
            return next.call(call);
        });
        harness.model.run(attempt -> {
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            attempt.late(Usage.of(50, 7));
            throw new IllegalStateException("stream closed");
        });

        assertThatThrownBy(() -> harness.chatHandler()
                        .call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withCancellation(cancellation)))
                .isInstanceOf(CancelledException.class);
        assertThat(run.get().spend().usage().total()).isEqualTo(57);
    }

    @Test
    void doesNotCountWaitingAgainstTheRequestsOwnTime() {
        List<Long> sentAt = new ArrayList<>();
        ChainHarness harness = ChainHarness.create();
        harness.add(
                "waiting",
                (call, next) -> next.call(call.withHook(new RequestHook() {
                    @Override
                    public void await(Attempt<?> attempt) {
                        attempt.call().pause(Duration.ofSeconds(30));
                    }

                    @Override
                    public void reserve(Attempt<?> attempt) {
                        sentAt.add(attempt.call().time().nanoTime());
                    }
                })));
        harness.model.reply("ok");

        harness.chat("hi");

        assertThat(sentAt).containsExactly(Duration.ofSeconds(30).toNanos());
    }

    @Test
    void keepsWhatBelongsToARequestWithIt() {
        Object key = new Object();
        List<Object> taken = new ArrayList<>();
        ChainHarness harness = ChainHarness.of((call, next) -> next.call(call.withHook(new RequestHook() {
            @Override
            public void reserve(Attempt<?> attempt) {
                attempt.attach(key, "lease " + attempt.number());
            }

            @Override
            public void after(Attempt<?> attempt, Outcome outcome) {
                taken.add(String.valueOf(attempt.detach(key)));
                taken.add(String.valueOf(attempt.detach(key)));
            }
        })));
        harness.model.reply("ok");

        harness.chat("hi");

        assertThat(taken).containsExactly("lease 1", "null");
    }

    @Test
    void keepsWhatSeveralHooksAttach() {
        Object other = new Object();
        List<Object> taken = new ArrayList<>();
        ChainHarness harness = ChainHarness.of((call, next) -> next.call(call.withHook(new RequestHook() {
            @Override
            public void reserve(Attempt<?> attempt) {
                attempt.attach(this, "first");
                attempt.attach(other, "other");
                attempt.attach(this, "last");
            }

            @Override
            public void after(Attempt<?> attempt, Outcome outcome) {
                taken.add(attempt.detach("nobody"));
                taken.add(attempt.detach(this));
                taken.add(attempt.detach(other));
                taken.add(attempt.detach(this));
                taken.add(attempt.detach(this));
                attempt.attach(this, "again");
                taken.add(attempt.detach(this));
            }
        })));
        harness.model.reply("ok");

        harness.chat("hi");

        assertThat(taken).containsExactly(null, "last", "other", "first", null, "again");
    }

    @Test
    void findsWhatWasAttachedLastAlsoWhenSomethingElseWasTakenAwayBefore() {
        Object other = new Object();
        List<Object> found = new ArrayList<>();
        ChainHarness harness = ChainHarness.of((call, next) -> next.call(call.withHook(new RequestHook() {
            @Override
            public void reserve(Attempt<?> attempt) {
                attempt.attach(other, "other");
                attempt.attach(this, "first");
                found.add(attempt.detach(other));
                attempt.attach(this, "last");
            }

            @Override
            public void after(Attempt<?> attempt, Outcome outcome) {
                found.add(attempt.attached(this));
                found.add(attempt.attached(other));
            }
        })));
        harness.model.reply("ok");

        harness.chat("hi");

        assertThat(found).containsExactly("other", "last", null);
    }

    @Test
    void runsAHookOnceHoweverOftenItIsNamedAndAdded() {
        ChatMiddleware inner = ChatMiddleware.of(noting("inner"));
        ChainHarness harness = ChainHarness.create()
                .add("outer", ChatMiddleware.of(noting("outer")))
                .add("inner", inner)
                .add("inner again", inner);
        harness.model.reply("ok");

        harness.chat("hi");

        assertThat(steps)
                .containsExactly(
                        "outer await 1",
                        "inner await 1",
                        "outer reserve 1",
                        "inner reserve 1",
                        "outer SUCCEEDED",
                        "inner SUCCEEDED");
    }

    @Test
    void runsTheHookOfAMiddlewareThatAnotherOneCalls() {
        ChatMiddleware hidden = ChatMiddleware.of(noting("hidden"));
        ChainHarness harness = ChainHarness.of((call, next) -> hidden.handle(call, next));
        harness.model.reply("ok");

        harness.chat("hi");

        assertThat(steps).containsExactly("hidden await 1", "hidden reserve 1", "hidden SUCCEEDED");
    }

    private ChatMiddleware adding(String name) {
        return (call, next) -> next.call(call.withHook(noting(name)));
    }

    private RequestHook noting(String name) {
        return new Noting(name);
    }

    private class Noting implements RequestHook {

        final String name;

        Noting(String name) {
            this.name = name;
        }

        @Override
        public void await(Attempt<?> attempt) {
            steps.add(name + " await " + attempt.number());
        }

        @Override
        public void reserve(Attempt<?> attempt) {
            steps.add(name + " reserve " + attempt.number());
        }

        @Override
        public void after(Attempt<?> attempt, Outcome outcome) {
            steps.add(name + " " + outcome.status());
        }
    }

    private ChatMiddleware refusingToWait(String name) {
        return (call, next) -> next.call(call.withHook(new Noting(name) {
            @Override
            public void await(Attempt<?> attempt) {
                steps.add(name + " refuses");
                throw new BlockedException("no", "rule");
            }
        }));
    }

    private ChatMiddleware refusingToReserve(String name) {
        return (call, next) -> next.call(call.withHook(new Noting(name) {
            @Override
            public void reserve(Attempt<?> attempt) {
                steps.add(name + " refuses");
                throw new BlockedException("no", "rule");
            }
        }));
    }

    private static RequestHook refusing() {
        return new RequestHook() {
            @Override
            public void reserve(Attempt<?> attempt) {
                throw new BlockedException("no", "rule");
            }
        };
    }

    private static ChatMiddleware throwingAfterwards() {
        return (call, next) -> next.call(call.withHook(new RequestHook() {
            @Override
            public void after(Attempt<?> attempt, Outcome outcome) {
                throw new LinkageError("broken");
            }
        }));
    }

    static ChatMiddleware watching(AtomicReference<Outcome> outcome) {
        return (call, next) -> next.call(call.withHook(new RequestHook() {
            @Override
            public void after(Attempt<?> attempt, Outcome ended) {
                outcome.set(ended);
            }
        }));
    }
}
