package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.DeltaTransform;
import io.agentkit.ErrorKind;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.Run;
import io.agentkit.chat.ChatReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

class ChatModelStreamTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Prompt PROMPT = new Prompt("hi");

    @Test
    void chunksComeOutAsTheIdenticalObjectsInOrder() {
        List<ChatResponse> chunks = List.of(
                FakeModel.chunk(""),
                FakeModel.chunk("a"),
                FakeModel.chunk("b"),
                FakeModel.finishChunk(),
                FakeModel.usageChunk());
        Governed governed = Governed.of(new FakeModel().answer(Flux.fromIterable(chunks)));

        List<ChatResponse> out = governed.model.stream(PROMPT).collectList().block(LIMIT);

        assertThat(out).usingElementComparator((a, b) -> a == b ? 0 : 1).containsExactlyElementsOf(chunks);
    }

    @Test // US-05
    void theUsageChunkAfterTheEndIsRead() {
        AtomicReference<ChatReply> reply = new AtomicReference<>();
        Governed governed = Governed.of(new FakeModel().answer(FakeModel.chunks("a", "b")), (call, next) -> {
            reply.set(next.call(call));
            return reply.get();
        });

        governed.model.stream(PROMPT).blockLast(LIMIT);

        assertThat(reply.get().text()).isEqualTo("ab");
        assertThat(reply.get().usage()).isEqualTo(io.agentkit.chat.Usage.of(100, 20));
        assertThat(reply.get().model()).isEqualTo("fake-1");
    }

    @Test
    void twoSubscriptionsAreTwoCalls() {
        FakeModel fake = new FakeModel().answer(FakeModel.chunks("a"), FakeModel.chunks("b"));
        Flux<ChatResponse> stream = Governed.of(fake).model.stream(PROMPT);

        stream.blockLast(LIMIT);
        stream.blockLast(LIMIT);

        assertThat(fake.prompts()).hasSize(2);
    }

    @Test
    void nothingHappensBeforeTheFirstDemand() {
        FakeModel fake = new FakeModel().answer(FakeModel.chunks("a"));

        StepVerifier.create(Governed.of(fake).model.stream(PROMPT), 0)
                .expectSubscription()
                .then(() -> assertThat(fake.prompts()).isEmpty())
                .thenRequest(Long.MAX_VALUE)
                .expectNextCount(3)
                .expectComplete()
                .verify(LIMIT);
    }

    @Test
    void demandReachesTheUpstream() {
        List<Long> demands = new ArrayList<>();
        Flux<ChatResponse> upstream = FakeModel.chunks("a", "b", "c").doOnRequest(demands::add);
        Governed governed = Governed.of(new FakeModel().answer(upstream));

        StepVerifier.create(governed.model.stream(PROMPT), 2)
                .expectNextCount(2)
                .then(() -> assertThat(
                                demands.stream().mapToLong(Long::longValue).sum())
                        .isEqualTo(2))
                .thenRequest(1)
                .expectNextCount(1)
                .thenRequest(10)
                .expectNextCount(2)
                .expectComplete()
                .verify(LIMIT);
    }

    @Test
    void anInvalidDemandEndsTheStreamWithAnError() {
        Sinks.Many<ChatResponse> upstream = Sinks.many().unicast().onBackpressureBuffer();
        Governed governed = Governed.of(new FakeModel().answer(upstream.asFlux()));
        LinkedBlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
        governed.model.stream(PROMPT).subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                subscription.request(-1);
            }

            @Override
            protected void hookOnError(Throwable error) {
                errors.add(error);
            }
        });

        assertThat(errors.poll()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anInvalidDemandAfterAskingForEverythingEndsTheStreamOnceTheCallIsOver() throws InterruptedException {
        Sinks.Many<ChatResponse> upstream = Sinks.many().unicast().onBackpressureBuffer();
        Governed governed = Governed.of(new FakeModel().answer(upstream.asFlux()));
        LinkedBlockingQueue<Object> signals = new LinkedBlockingQueue<>();
        AtomicReference<Subscription> demand = new AtomicReference<>();
        governed.model.stream(PROMPT).subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                demand.set(subscription);
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            protected void hookOnNext(ChatResponse chunk) {
                signals.add(chunk);
            }

            @Override
            protected void hookOnError(Throwable error) {
                signals.add(error);
            }
        });
        ChatResponse first = FakeModel.chunk("a");
        upstream.tryEmitNext(first);
        assertThat(signals.poll(30, TimeUnit.SECONDS)).isSameAs(first);

        demand.get().request(0);
        upstream.tryEmitNext(FakeModel.chunk("b"));

        assertThat(signals.poll(30, TimeUnit.SECONDS)).isInstanceOf(IllegalArgumentException.class);
        assertThat(signals).isEmpty();
    }

    @Test
    void demandFromWithinASignalDoesNotRecurse() {
        int deltas = 5_000;
        Flux<ChatResponse> upstream = Flux.range(0, deltas).map(i -> FakeModel.chunk("x"));
        AtomicInteger seen = new AtomicInteger();
        CountDownLatch end = new CountDownLatch(1);
        Governed.of(new FakeModel().answer(upstream)).model.stream(PROMPT).subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                request(1);
            }

            @Override
            protected void hookOnNext(ChatResponse chunk) {
                seen.incrementAndGet();
                request(1);
            }

            @Override
            protected void hookOnComplete() {
                end.countDown();
            }
        });

        assertThat(await(end)).isTrue();
        assertThat(seen).hasValue(deltas);
    }

    @Test // CO-17, CO-18
    void aConsumerThatWalksAwayStopsTheUpstreamAndIsBilledForWhatArrived() {
        CountDownLatch cancelled = new CountDownLatch(1);
        LinkedBlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
        Flux<ChatResponse> upstream = Flux.concat(Flux.just(FakeModel.chunk("twelve chars")), Flux.never())
                .doOnCancel(cancelled::countDown);
        Governed governed = Governed.of(
                new FakeModel().answer(upstream), (call, next) -> next.call(call.withHook(settling(outcomes))));

        governed.model.stream(PROMPT).take(1).blockLast(LIMIT);

        assertThat(await(cancelled)).isTrue();
        Outcome outcome = poll(outcomes);
        assertThat(outcome.status()).isEqualTo(Outcome.Status.CANCELLED);
        assertThat(outcome.usage()).isNotNull();
        assertThat(outcome.usage().estimated()).isTrue();
        assertThat(outcome.usage().output()).isPositive();
    }

    @Test // CO-19
    void aConsumerThatLeavesBeforeTheFirstDeltaIsBilledForThePromptOnly() {
        CountDownLatch subscribed = new CountDownLatch(1);
        LinkedBlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
        Flux<ChatResponse> upstream = Flux.<ChatResponse>never().doOnSubscribe(s -> subscribed.countDown());
        Governed governed = Governed.of(
                new FakeModel().answer(upstream), (call, next) -> next.call(call.withHook(settling(outcomes))));

        var subscription = governed.model.stream(PROMPT).subscribe();
        assertThat(await(subscribed)).isTrue();
        subscription.dispose();

        Outcome outcome = poll(outcomes);
        assertThat(outcome.usage().input()).isPositive();
        assertThat(outcome.usage().output()).isZero();
        assertThat(outcome.usage().estimated()).isTrue();
    }

    @Test
    void theProvidersErrorComesOutAsItCame() {
        CompletionException failure = new CompletionException(new IllegalStateException("the provider's own"));
        Governed governed = Governed.of(new FakeModel().answer(failure));

        StepVerifier.create(governed.model.stream(PROMPT))
                .expectErrorSatisfies(error -> assertThat(error).isSameAs(failure))
                .verify(LIMIT);
    }

    @Test // RE-11
    void aFailureBeforeTheFirstDeltaCanBeRetriedAndALaterOneCannot() {
        IllegalStateException failure = new IllegalStateException();
        FakeModel fake = new FakeModel()
                .answer(
                        failure,
                        Flux.concat(Flux.just(FakeModel.chunk("a")), Flux.error(failure)),
                        FakeModel.chunks("b"));
        Governed governed = Governed.of(fake, (call, next) -> {
            for (; ; ) {
                try {
                    return next.call(call);
                } catch (IllegalStateException again) {
                    if (!call.canReinvoke()) {
                        throw again;
                    }
                }
            }
        });

        StepVerifier.create(governed.model.stream(PROMPT))
                .expectNextCount(1)
                .expectErrorSatisfies(error -> assertThat(error).isSameAs(failure))
                .verify(LIMIT);
        assertThat(fake.prompts()).hasSize(2);
    }

    @Test
    void aTransformChangesWhatIsShownAndKeepsTheRestOfTheChunk() {
        DeltaTransform upper = () -> text -> text.toUpperCase(java.util.Locale.ROOT);
        Governed governed =
                Governed.of(new FakeModel().answer(FakeModel.chunks("a", "b")), (call, next) -> next.call(call, upper));

        List<ChatResponse> out = governed.model.stream(PROMPT).collectList().block(LIMIT);

        assertThat(text(out)).isEqualTo("AB");
        assertThat(out.get(out.size() - 1).getMetadata().getUsage().getPromptTokens())
                .isEqualTo(100);
    }

    @Test
    void aMiddlewareThatAnswersByItselfWorksForStreamingCallers() {
        Governed governed = Governed.of(new FakeModel(), (call, next) -> ChatReply.of("made up"));

        List<ChatResponse> out = governed.model.stream(PROMPT).collectList().block(LIMIT);

        assertThat(text(out)).isEqualTo("made up");
        assertThat(out.get(0).getResult().getMetadata().getFinishReason()).isEqualTo("STOP");
    }

    @Test
    void aFailingSinkEndsTheCallAndTheUpstream() {
        CountDownLatch cancelled = new CountDownLatch(1);
        IllegalStateException broken = new IllegalStateException("a sink of the application's");
        Flux<ChatResponse> upstream =
                Flux.concat(Flux.just(FakeModel.chunk("a")), Flux.never()).doOnCancel(cancelled::countDown);
        DeltaTransform failing = () -> text -> {
            throw broken;
        };
        Governed governed = Governed.of(new FakeModel().answer(upstream), (call, next) -> next.call(call, failing));

        StepVerifier.create(governed.model.stream(PROMPT))
                .expectErrorSatisfies(error -> assertThat(error).isSameAs(broken))
                .verify(LIMIT);
        assertThat(await(cancelled)).isTrue();
    }

    @Test
    void beyondTheLimitAStreamIsRefusedAndNotQueued() {
        CountDownLatch first = new CountDownLatch(1);
        Flux<ChatResponse> endless = Flux.<ChatResponse>never().doOnSubscribe(s -> first.countDown());
        Governed governed = Governed.limited(1, new FakeModel().answer(endless));
        var one = governed.model.stream(PROMPT).subscribe();
        assertThat(await(first)).isTrue();

        assertThatThrownBy(() -> governed.model.stream(PROMPT).blockLast(LIMIT))
                .isInstanceOfSatisfying(
                        AgentKitException.class,
                        refused -> assertThat(refused.kind()).isEqualTo(ErrorKind.OVERLOADED));
        one.dispose();
    }

    @Test
    void theNextCallMayStartInTheSignalThatEndsTheFirst() {
        FakeModel fake = new FakeModel().answer(FakeModel.chunks("a"), FakeModel.chunks("b"));
        AgentkitChatModel model = Governed.limited(1, fake).model;

        List<ChatResponse> out = model.stream(PROMPT)
                .concatWith(Flux.defer(() -> model.stream(PROMPT)))
                .collectList()
                .block(LIMIT);

        assertThat(text(out)).isEqualTo("ab");
    }

    @Test
    void tenThousandCancelledStreamsLeaveNoThreadBehind() {
        Governed governed =
                Governed.of(new FakeModel().answer(Flux.concat(Flux.just(FakeModel.chunk("a")), Flux.never())));

        for (int i = 0; i < 10_000; i++) {
            governed.model.stream(PROMPT).blockFirst(LIMIT);
        }

        assertThat(governed.pool.getLargestPoolSize()).isLessThan(50);
        governed.pool.shutdown();
        assertThat(governed.terminated()).isTrue();
        assertThat(governed.threads.free()).isEqualTo(256);
    }

    @Test
    void signalsStaySerializedWhenManyThreadsAskForMore() {
        int deltas = 2_000;
        Flux<ChatResponse> upstream = Flux.range(0, deltas).map(i -> FakeModel.chunk(Integer.toString(i)));
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger overlaps = new AtomicInteger();
        StringBuilder expected = new StringBuilder();
        StringBuilder seen = new StringBuilder();
        CountDownLatch end = new CountDownLatch(1);
        AtomicReference<Subscription> subscription = new AtomicReference<>();
        Governed.of(new FakeModel().answer(upstream)).model.stream(PROMPT).subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription upstreamOfOurs) {
                subscription.set(upstreamOfOurs);
            }

            @Override
            protected void hookOnNext(ChatResponse chunk) {
                overlaps.addAndGet(inside.getAndIncrement());
                seen.append(chunk.getResult().getOutput().getText()).append(' ');
                inside.decrementAndGet();
            }

            @Override
            protected void hookOnComplete() {
                end.countDown();
            }
        });
        for (int i = 0; i < deltas; i++) {
            expected.append(i).append(' ');
        }

        for (int thread = 0; thread < 4; thread++) {
            new Thread(() -> {
                        for (int i = 0; i < deltas / 4; i++) {
                            subscription.get().request(1);
                        }
                    })
                    .start();
        }

        assertThat(await(end)).isTrue();
        assertThat(overlaps).hasValue(0);
        assertThat(seen).hasToString(expected.toString());
    }

    @Test
    void cancellingWithinASignalEndsAllSignals() {
        Flux<ChatResponse> upstream = FakeModel.chunks("a", "b", "c");
        List<String> seen = new ArrayList<>();
        LinkedBlockingQueue<String> settled = new LinkedBlockingQueue<>();
        Governed governed = Governed.of(new FakeModel().answer(upstream), (call, next) -> {
            try {
                return next.call(call);
            } finally {
                settled.add("over");
            }
        });
        governed.model.stream(PROMPT).subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnNext(ChatResponse chunk) {
                seen.add(chunk.getResult().getOutput().getText());
                cancel();
            }

            @Override
            protected void hookOnComplete() {
                seen.add("complete");
            }

            @Override
            protected void hookOnError(Throwable error) {
                seen.add("error");
            }
        });

        assertThat(poll(settled)).isEqualTo("over");
        assertThat(seen).containsExactly("a");
    }

    @Test
    void theRunOfTheSubscriberIsTheRunOfTheCall() {
        AtomicReference<Run> seen = new AtomicReference<>();
        Governed governed = Governed.of(new FakeModel().answer(FakeModel.chunks("a")), (call, next) -> {
            seen.set(call.run());
            return next.call(call);
        });
        Flux<ChatResponse> stream;
        Run opened;
        try (Run run = Run.open(governed.environment, spec -> spec.tenant("acme"))) {
            opened = run;
            stream = governed.model.stream(PROMPT);
        }

        stream.blockLast(LIMIT);

        assertThat(seen.get()).isSameAs(opened);
    }

    private static RequestHook settling(LinkedBlockingQueue<Outcome> outcomes) {
        return new RequestHook() {
            @Override
            public void after(Attempt<?> attempt, Outcome outcome) {
                outcomes.add(outcome);
            }
        };
    }

    static String text(List<ChatResponse> chunks) {
        StringBuilder text = new StringBuilder();
        for (ChatResponse chunk : chunks) {
            if (!chunk.getResults().isEmpty()) {
                text.append(chunk.getResult().getOutput().getText());
            }
        }
        return text.toString();
    }

    static boolean await(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    static <T> T poll(LinkedBlockingQueue<T> queue) {
        try {
            T next = queue.poll(30, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("nothing came within 30 s");
            }
            return next;
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
