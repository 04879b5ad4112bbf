package io.agentkit.resilience;

import static io.agentkit.resilience.Hedging.DELAY;
import static io.agentkit.resilience.Runners.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.ChatMiddleware;
import io.agentkit.ErrorKind;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.Run;
import io.agentkit.StreamMode;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Usage;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;

/**
 * Two hedges, {@code retry}, {@code fallback} and {@code timeout} in any order around models that answer, fail, break off or hang, by a
 * printed seed; the call is cancelled at each of its steps in turn. However it ends, a consumer has seen one answer or the beginning of
 * one, each request that went out is billed once, and nothing is left behind.
 */
class HedgeEveryEndingTests {

    private static final int ORDERS = 40;

    private static final int MOST_STEPS = 400;

    private static final Usage ONE = Usage.of(1, 0);

    @ParameterizedTest
    @NullSource
    @EnumSource(StreamMode.class)
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void endsAsItShould(@Nullable StreamMode mode) throws InterruptedException {
        for (int seed = 0; seed < ORDERS; seed++) {
            boolean cancelled = true;
            for (int step = 1; cancelled && step < MOST_STEPS; step++) {
                cancelled = new Trial(seed, step, mode).run();
            }
            assertThat(cancelled).as("seed %d has an end", seed).isFalse();
        }
    }

    private static final class Trial {

        private final ChainHarness harness = ChainHarness.create();
        private final Cancellation cancellation = Cancellation.create();
        private final RecordedStream stream = new RecordedStream();
        private final AtomicInteger steps = new AtomicInteger();
        private final AtomicInteger reserved = new AtomicInteger();
        private final Semaphore over = new Semaphore(0);
        private final AtomicInteger sent = new AtomicInteger();
        private final Hanging hanging = new Hanging();
        private final Random random;
        private final int cancelledAt;
        private final @Nullable StreamMode mode;
        private final String name;

        Trial(int seed, int cancelledAt, @Nullable StreamMode mode) {
            this.random = new Random(seed);
            this.cancelledAt = cancelledAt;
            this.mode = mode;
            this.name = "seed %d, cancelled at step %d, %s".formatted(seed, cancelledAt, mode);
            List<ChatMiddleware> order = new ArrayList<>(List.of(
                    hedge(HedgeSpec.of(DELAY, "backup", "third")),
                    hedge(HedgeSpec.of(DELAY.dividedBy(2), "inner").withLaunch(HedgeLaunch.TOGETHER)),
                    RetrySpec.defaults().withMaxAttempts(2).chatMiddleware(harness.resources()),
                    FallbackSpec.of(FIRST, "last").chatMiddleware(harness.resources()),
                    TimeoutSpec.ofTotal(Duration.ofMinutes(1)).chatMiddleware(harness.resources())));
            Collections.shuffle(order, random);
            harness.add("watching", ChatMiddleware.of(new Watching()));
            order.forEach(each -> harness.add(each.getClass().getSimpleName(), each));
            harness.model.always(this::answer);
        }

        private ChatMiddleware hedge(HedgeSpec spec) {
            return spec.chatMiddleware(harness.resources());
        }

        /** Whether it came to the step at which it is cancelled. */
        boolean run() throws InterruptedException {
            CallSettings settings = CallSettings.DEFAULTS.withCancellation(cancellation);
            if (mode != null) {
                settings = settings.streamingTo(stream, mode);
            }
            ChatReply reply = null;
            Exception failure = null;
            Run run = Run.open(harness.environment(), spec -> {});
            try {
                reply = harness.chatHandler().call(Runners.request(), settings);
            } catch (AgentKitException | IllegalStateException thrown) {
                failure = thrown;
            } finally {
                run.close();
            }
            check(reply, failure);
            // A loser that is cancelled ends on its own thread, maybe a moment later.
            assertThat(over.tryAcquire(reserved.get(), 30, TimeUnit.SECONDS))
                    .as(name)
                    .isTrue();
            assertThat(over.availablePermits()).as(name).isZero();
            assertThat(run.spend().usage().total()).as(name).isEqualTo(sent.get());
            assertThat(harness.time.pendingTimers()).as(name).isZero();
            assertThat(Thread.interrupted()).as(name).isFalse();
            return cancellation.isCancelled();
        }

        private void check(@Nullable ChatReply reply, @Nullable Exception failure) {
            if (reply == null) {
                // A failure that was decided before the call was cancelled stays the answer.
                assertThat(failure).as(name).isInstanceOf(AgentKitException.class);
            } else if (mode != null && !cancellation.isCancelled()) {
                assertThat(stream.text()).as(name).isEqualTo(reply.text());
            }
            assertThat(stream.text()).as(name).matches("|[a-z]+( 01| |)");
            if (mode == StreamMode.COMMIT) {
                assertThat(stream.shown()).as(name).doesNotContain(RecordedStream.RESTARTED);
            }
        }

        private void step() {
            if (steps.incrementAndGet() == cancelledAt) {
                cancellation.cancel(Cancellation.Reason.CONSUMER);
            }
        }

        private int next(int bound) {
            synchronized (random) {
                return random.nextInt(bound);
            }
        }

        private ChatReply answer(Attempt<ChatRequest> attempt) {
            sent.incrementAndGet();
            hanging.begun();
            try {
                step();
                boolean slow = next(3) == 0;
                if (slow) {
                    harness.time.advance(DELAY);
                }
                step();
                int fate = next(5);
                if (fate == 0) {
                    hanging.hang();
                }
                if (fate <= 1) {
                    throw broken();
                }
                return attempt.isStreaming() ? streamed(attempt, fate == 2) : reply(attempt);
            } finally {
                hanging.ended();
            }
        }

        private static AgentKitException broken() {
            return new AgentKitException(ErrorKind.NETWORK, "broken").withUsage(ONE);
        }

        private ChatReply reply(Attempt<ChatRequest> attempt) {
            step();
            return ChatReply.of(String.valueOf(attempt.request().model()), ONE);
        }

        private ChatReply streamed(Attempt<ChatRequest> attempt, boolean breaks) {
            String model = String.valueOf(attempt.request().model());
            attempt.delta(Delta.text(model + " "));
            step();
            if (breaks) {
                throw broken();
            }
            attempt.delta(Delta.text("01"));
            step();
            attempt.delta(Delta.finish(FinishReason.STOP));
            step();
            return attempt.assembled().usage(ONE).build();
        }

        private final class Watching implements RequestHook {

            @Override
            public void await(Attempt<?> attempt) {
                step();
            }

            @Override
            public void reserve(Attempt<?> attempt) {
                reserved.incrementAndGet();
                step();
            }

            @Override
            public void sending(Attempt<?> attempt) {
                step();
            }

            @Override
            public void after(Attempt<?> attempt, Outcome outcome) {
                over.release();
                step();
            }
        }
    }

    /** Requests that hang until they are cancelled, or nobody is left who could do that. */
    private static final class Hanging {

        private final List<CountDownLatch> latches = new ArrayList<>();
        private int underWay;

        synchronized void begun() {
            underWay++;
        }

        synchronized void ended() {
            underWay--;
            letGo();
        }

        void hang() {
            CountDownLatch latch = new CountDownLatch(1);
            synchronized (this) {
                latches.add(latch);
                letGo();
            }
            try {
                assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException cancelled) {
                Thread.currentThread().interrupt();
            } finally {
                synchronized (this) {
                    latches.remove(latch);
                }
            }
        }

        private void letGo() {
            if (!latches.isEmpty() && latches.size() >= underWay) {
                latches.get(0).countDown();
            }
        }
    }
}
